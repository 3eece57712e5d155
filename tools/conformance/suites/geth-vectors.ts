/** go-ethereum's vectors of the precompiled contracts: outputs, gas and the words of refusals. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadLibraries } from '../../../src/core/evm/precompiles/libraries';
import { precompileAt } from '../../../src/core/evm/precompiles/table';
import { Fork } from '../../../src/core/evm/rules/forks';
import type { CaseResult, Suite } from '../suite';

type Vector = { Name: string; Input: string; Expected?: string; ExpectedError?: string; Gas?: number };

/** File name without ending → address, and the fork whose prices the file states. */
const PRECOMPILES: Record<string, { address: number; fork: Fork }> = {
  ecRecover: { address: 0x01, fork: Fork.prague },
  modexp: { address: 0x05, fork: Fork.byzantium },
  modexp_eip2565: { address: 0x05, fork: Fork.berlin },
  modexp_eip7883: { address: 0x05, fork: Fork.osaka },
  bn256Add: { address: 0x06, fork: Fork.prague },
  bn256ScalarMul: { address: 0x07, fork: Fork.prague },
  bn256Pairing: { address: 0x08, fork: Fork.prague },
  blake2F: { address: 0x09, fork: Fork.prague },
  blake2f: { address: 0x09, fork: Fork.prague },
  pointEvaluation: { address: 0x0a, fork: Fork.prague },
  blsG1Add: { address: 0x0b, fork: Fork.prague },
  blsG1Mul: { address: 0x0c, fork: Fork.prague },
  blsG1MultiExp: { address: 0x0c, fork: Fork.prague },
  blsG2Add: { address: 0x0d, fork: Fork.prague },
  blsG2Mul: { address: 0x0e, fork: Fork.prague },
  blsG2MultiExp: { address: 0x0e, fork: Fork.prague },
  blsPairing: { address: 0x0f, fork: Fork.prague },
  blsMapG1: { address: 0x10, fork: Fork.prague },
  blsMapG2: { address: 0x11, fork: Fork.prague },
  p256Verify: { address: 0x100, fork: Fork.osaka },
};

const GAS = 1e12;

function judge(vector: Vector, address: number, fork: Fork): string {
  const word = new Uint32Array(8);
  word[0] = address;
  const precompile = precompileAt(fork, word, 0);
  if (!precompile) return 'no such precompile';
  const result = precompile.run(Uint8Array.from(Buffer.from(vector.Input, 'hex')), GAS, fork);
  if (vector.ExpectedError !== undefined) {
    if (result.ok) return `accepted, should be refused: ${vector.ExpectedError}`;
    return result.error === vector.ExpectedError ? '' : `refused with “${result.error}”, not “${vector.ExpectedError}”`;
  }
  if (!result.ok) return `refused: ${result.error ?? 'out of gas'}`;
  const output = Buffer.from(result.output).toString('hex');
  if (output !== vector.Expected) return `output ${output}`;
  return vector.Gas === undefined || vector.Gas === result.gas ? '' : `gas ${result.gas}, expected ${vector.Gas}`;
}

export const suite: Suite = {
  name: 'geth-vectors',
  async *run(folder): AsyncIterable<CaseResult> {
    await loadLibraries();
    const path = join(folder, 'precompiles');
    for (const file of (await readdir(path)).sort()) {
      const title = file.replace(/\.json(\.gz)?$/, '');
      const precompile = PRECOMPILES[title.replace(/^fail-/, '')];
      const raw = await readFile(join(path, file));
      const vectors = JSON.parse((file.endsWith('.gz') ? gunzipSync(raw) : raw).toString()) as Vector[];
      for (const vector of vectors) {
        const name = `${title} ${vector.Name}`;
        if (!precompile) {
          yield { name, outcome: 'failed', reason: 'which precompile the file is about is not known' };
          continue;
        }
        const reason = judge(vector, precompile.address, precompile.fork);
        yield reason === '' ? { name, outcome: 'passed' } : { name, outcome: 'failed', reason };
      }
    }
  },
};
