/** Answers of a C-Chain that coreth's own tests record (internal/ethapi/testdata): the hash of the header is that of its fields. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { safeParse } from 'valibot';
import type { NetworkId } from '../../../../src/core/chain/primitives';
import { loadFamily } from '../../../../src/core/evm/families/load-family';
import { computeHeaderHash } from '../../../../src/core/proof/header';
import { blockSchema, fullBlockSchema } from '../../../../src/net/rpc/block-schema';
import { judge } from '../../check';
import { readJson } from '../../data-files';
import type { CaseResult } from '../../suite';

const NETWORK = 43114 as NetworkId;

export async function* cases(data: string): AsyncIterable<CaseResult> {
  const folder = join(data, 'avalanche', 'ethapi');
  if (!existsSync(folder)) return;
  const { encoding } = await loadFamily('avalanche');
  for (const file of readdirSync(folder).sort()) {
    if (!file.startsWith('eth_getBlockBy')) continue;
    yield await judge(`avalanche ${file}`, (check) => {
      const answer = readJson(join(folder, file));
      const whole = safeParse(fullBlockSchema(NETWORK), answer);
      const hashes = safeParse(blockSchema(NETWORK), answer);
      const block = whole.success ? whole.output.block : hashes.success ? hashes.output : undefined;
      check.equal('the hash of the header', block && computeHeaderHash(block, encoding), block?.hash ?? 'of a block');
    });
  }
}
