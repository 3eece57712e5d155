/** Who acts on the foreign chain: the first accounts of Hardhat's well-known mnemonic, which the node signs for. */
import type { Hex } from 'viem';

export type Cast = { deployer: Hex; alice: Hex; bob: Hex; carol: Hex; dave: Hex };

/** Assigns the roles to the addresses that the node says are its own, lower case. */
export function castOf([deployer, alice, bob, carol, dave]: readonly Hex[]): Cast {
  if (!deployer || !alice || !bob || !carol || !dave) throw new Error('The node has too few accounts.');
  return { deployer, alice, bob, carol, dave };
}
