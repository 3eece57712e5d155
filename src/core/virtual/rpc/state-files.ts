/** Dump and load, as Anvil has them: the state as gzipped JSON in hex. Blocks stay where they are. */

import { bytesToHex, parseHex } from '../../chain/hex';
import type { Hash } from '../../chain/primitives';
import { decodeUtf8 } from '../../json/bytes';
import { setAccount } from '../genesis';
import { readStateFile, writeStateFile } from '../state-file';
import type { Method } from './reads';
import { invalid } from './rpc-error';
import { setStorageAt } from './set-state';

/** Hex digits of a file at most: 32 MB. */
const MAX_DIGITS = 64 << 20;

const dump: Method = async ({ chain, packing }) =>
  bytesToHex(await packing.pack(writeStateFile(chain.stateAfter(chain.number))));

/** The bytes of a state as hex; of a file that holds what `anvil_dumpState` answered, those that its text spells. */
function stateBytes(given: unknown): Uint8Array | undefined {
  const bytes = typeof given === 'string' && given.length <= MAX_DIGITS ? parseHex(given) : undefined;
  // `0x`, also in quotes: as the answer stands in JSON.
  const start = bytes?.[0] === 0x22 ? 1 : 0;
  if (bytes === undefined || bytes[start] !== 0x30 || bytes[start + 1] !== 0x78) return bytes;
  return parseHex(decodeUtf8(bytes, start, bytes.length, bytes.length).trim().replace(/"$/, ''));
}

const load: Method = async (node, [given]) => {
  const bytes = stateBytes(given);
  if (bytes === undefined) throw invalid('a state is hex with whole bytes, of at most 32 MB');
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const read = readStateFile(
    isPacked ? await unpacked(node.packing.unpack(bytes)) : decodeUtf8(bytes, 0, bytes.length, bytes.length),
  );
  if (!read.ok) throw invalid(read.error);
  for (const [address, account] of read.value) {
    // What a slot of a fork held before must be known, so that it can be gone back to.
    const slots = Object.entries(account.storage ?? {}) as [Hash, Hash][];
    if (node.chain.isFork) for (const [key, value] of slots) await setStorageAt(node, address, key, value);
    await setAccount(node.chain, address, account);
  }
  return true;
};

async function unpacked(text: Promise<string>): Promise<string> {
  try {
    return await text;
  } catch {
    throw invalid('this is no gzip, or more than 256 MB of it');
  }
}

export const STATE_FILES: Readonly<Record<string, Method>> = {
  anvil_dumpState: dump,
  hardhat_dumpState: dump,
  anvil_loadState: load,
  hardhat_loadState: load,
};
