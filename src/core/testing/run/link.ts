/** Libraries of a project, where they are deployed, and code with their addresses in it. */

import { getContractAddress } from 'viem';
import { hexToBytes } from '../../chain/hex';
import type { Address, Hex } from '../../chain/primitives';
import { type Artefact, isOfBuildInfo, type LinkedCode } from '../artefact';

export const LIBRARY_DEPLOYER = '0x1f95d37f27ea0dea9c252fc09d5a6eaa97647353' as Address;

/** Returns the address that an account creates at with a nonce. */
export function madeBy(from: Address, nonce: bigint): Address {
  return getContractAddress({ from, nonce }).toLowerCase() as Address;
}

export type Linking = {
  /** Creation codes of the libraries in the order of their deployment, from nonce 0 of the deployer on. One may link another that comes later. */
  deployments: readonly Uint8Array[];
  /** Addresses by `file:name`, lower case. */
  addresses: ReadonlyMap<string, Address>;
  /** Returns the code with its links filled; undefined where a library is not known. */
  link(code: LinkedCode): Uint8Array | undefined;
};

/**
 * Finds all libraries that contracts of a project link, in the order in which forge deploys them: that of the paths of
 * their artefacts. A library that several compilers made is deployed once. `given` are deployed already.
 */
export function linkLibraries(artefacts: readonly Artefact[], given: Readonly<Record<string, Address>>): Linking {
  const addresses = new Map<string, Address>(Object.entries(given));
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
  const deployed: Artefact[] = [];
  for (const library of sortedByPath(neededLibraries(artefacts))) {
    const name = `${library.file}:${library.name}`;
    if (addresses.has(name)) continue;
    addresses.set(name, madeBy(LIBRARY_DEPLOYER, BigInt(deployed.length)));
    deployed.push(library);
  }
  return { deployments: deployed.flatMap(({ creation }) => link(creation) ?? []), addresses, link };
}

/** The libraries that contracts link, each as the contract's own compiler made it. */
function neededLibraries(artefacts: readonly Artefact[]): Artefact[] {
  const made = new Map(artefacts.map((one) => [`${one.file}:${one.name}:${one.version}`, one]));
  const needed = new Set<Artefact>();
  for (const { creation, runtime, version } of artefacts)
    for (const { file, library } of [...creation.links, ...runtime.links]) {
      const found = made.get(`${file}:${library}:${version}`);
      if (found !== undefined) needed.add(found);
    }
  return [...needed];
}

/**
 * Sorts by the parts of the path in the compiler's output, which a build info alone does not state: forge makes it of
 * file and contract.
 */
function sortedByPath(artefacts: readonly Artefact[]): Artefact[] {
  const parts = artefacts.map((artefact) => ({ artefact, path: pathOf(artefact).split('/') }));
  return parts.sort((a, b) => compareParts(a.path, b.path)).map(({ artefact }) => artefact);
}

function pathOf({ path, file, id }: Artefact): string {
  return isOfBuildInfo(path) ? `${file.slice(file.lastIndexOf('/') + 1)}/${id.slice(file.length + 1)}.json` : path;
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at < 0) return a.length - b.length;
  return b[at] === undefined || a[at] > b[at] ? 1 : -1;
}
