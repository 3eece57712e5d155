/** Libraries of a project, where they are deployed, and code with their addresses in it. */

import { getContractAddress } from 'viem';
import { hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import type { Artefact, LinkedCode } from '../artefact';

export const LIBRARY_DEPLOYER = '0x1f95d37f27ea0dea9c252fc09d5a6eaa97647353' as Address;

/** Returns the address that an account creates at with a nonce. */
export function madeBy(from: Address, nonce: bigint): Address {
  return getContractAddress({ from, nonce }).toLowerCase() as Address;
}

export type Linking = {
  /** Creation codes of the libraries in the order of their deployment, from nonce 0 of the deployer on. */
  deployments: readonly Uint8Array[];
  /** By `file:name`, lower case. */
  addresses: ReadonlyMap<string, Address>;
  /** Returns the code with its links filled; undefined where a library is not known. */
  link(code: LinkedCode): Uint8Array | undefined;
};

/** Finds all libraries that contracts of a project link, those that others need first. `given` are deployed already. */
export function linkLibraries(artefacts: readonly Artefact[], given: Readonly<Record<string, Address>>): Linking {
  const byId = new Map(artefacts.map((artefact) => [`${artefact.file}:${artefact.name}`, artefact]));
  const addresses = new Map<string, Address>(Object.entries(given));
  const deployments: Uint8Array[] = [];
  const link = ({ hex, links }: LinkedCode): Uint8Array | undefined => {
    if (links.length === 0) return hexToBytes(`0x${hex}`);
    let text = hex;
    for (const { file, library, start } of links) {
      const address = addresses.get(`${file}:${library}`);
      if (address === undefined) return undefined;
      text = text.slice(0, start * 2) + address.slice(2) + text.slice(start * 2 + 40);
    }
    return hexToBytes(`0x${text}` as Hex);
  };
  const visiting = new Set<string>();
  const deploy = (id: string): void => {
    const library = byId.get(id);
    if (library === undefined || addresses.has(id) || visiting.has(id)) return;
    visiting.add(id);
    for (const needed of library.creation.links) deploy(`${needed.file}:${needed.library}`);
    const code = link(library.creation);
    if (code === undefined) return;
    addresses.set(id, madeBy(LIBRARY_DEPLOYER, BigInt(deployments.length)));
    deployments.push(code);
  };
  for (const { creation } of artefacts) for (const { file, library } of creation.links) deploy(`${file}:${library}`);
  return { deployments, addresses, link };
}
