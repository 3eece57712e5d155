/** Slots that a simulation read otherwise, by the names that the sources have for them. */
import type { Address, Hex } from '../chain/primitives';
import { partsAccessed } from '../source/values/access-parts';
import { valueInSlot } from '../source/values/decode-word';
import type { StorageVariable } from '../source/values/storage-layout';
import type { StoragePaths } from '../source/values/storage-path';
import type { DifferingRead } from './mined-comparison';

/** Returns the reads with their variables, where `layouts` has those of the account. `paths` knows the keys that both executions hashed. */
export function nameReads(
  reads: readonly DifferingRead[],
  layouts: ReadonlyMap<Address, readonly StorageVariable[]>,
  paths: StoragePaths,
): DifferingRead[] {
  return reads.map((read) => {
    const { address, key, simulated, mined } = read;
    const layout = layouts.get(address);
    if (key === undefined || layout === undefined) return read;
    const [before, after] = [BigInt(simulated ?? mined ?? 0), BigInt(mined ?? simulated ?? 0)];
    const parts = partsAccessed(paths.at(BigInt(key), layout), { before, after }, '');
    if (parts.length === 0) return read;
    return {
      ...read,
      variables: parts.map(({ path, type, offset, bytes }) => {
        const textOf = (word: Hex | undefined) =>
          word === undefined ? undefined : valueInSlot(type, BigInt(word), offset, bytes, path).text;
        return { path, simulated: textOf(simulated), mined: textOf(mined) };
      }),
    };
  });
}
