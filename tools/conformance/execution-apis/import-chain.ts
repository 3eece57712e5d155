/** The chain behind the cases: its genesis and its blocks as they travel between nodes, executed one by one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Hex } from '../../../src/core/chain/primitives';
import { createChainOfGenesis, type GenesisFile } from '../../../src/core/virtual/genesis';
import { decodeBlock } from '../../../src/core/virtual/sealed-block';
import type { VirtualChain } from '../../../src/core/virtual/virtual-chain';

/** Reads the chain at its genesis, and its blocks as RLP. */
export async function readChain(folder: string): Promise<{ chain: VirtualChain; blocks: Hex[] }> {
  const genesis = JSON.parse(readFileSync(join(folder, 'genesis.json'), 'utf8')) as GenesisFile;
  const chain = await createChainOfGenesis(genesis, () => 0);
  return { chain, blocks: splitRlp(gunzipSync(readFileSync(join(folder, 'chain.rlp.gz')))) };
}

/** Executes one more block. Throws where it gives another header than the block has. */
export async function importBlock(chain: VirtualChain, encoded: Hex): Promise<void> {
  await chain.append(await decodeBlock(encoded, chain.networkId));
}

/** The lists that lie in `bytes` one after another. */
function splitRlp(bytes: Buffer): Hex[] {
  const parts: Hex[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at);
    const lengthBytes = first < 0xf8 ? 0 : first - 0xf7;
    const length = lengthBytes === 0 ? first - 0xc0 : bytes.readUIntBE(at + 1, lengthBytes);
    const end = at + 1 + lengthBytes + length;
    parts.push(`0x${bytes.subarray(at, end).toString('hex')}`);
    at = end;
  }
  return parts;
}
