/** Filecoin's proofs: PoRep C2, WindowPoSt, WinningPoSt and SnapDeals. */
package io.proofmill.filecoin;
