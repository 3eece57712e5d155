/**
 * What the abi worker does for the forms of Read/Write, beside viem called
 * directly on the same thread: typed texts to calldata, and calldata to values,
 * on the recorded ABI vectors; and how long a key press in a large form takes
 * until its call is encoded. The best of the rounds counts for both.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { type AbiFunction, decodeFunctionData, encodeFunctionData, type Hex } from 'viem';
import { parseSignature } from '../../../src/core/abi/signature';
import { createAbiEngine } from '../../../src/workers/abi/abi-engine';
import { findJson, readJson } from '../../conformance/data-files';
import { type AbiCase, typedIn } from '../../conformance/ethers/abi';
import type { Bench, Figure } from '../bench';
import { atMost } from '../figures';

const FOLDER = 'ethers-vectors';
const ROUNDS = 5;
/** Calls a second, of what viem does. */
const LEAST = 0.9;
/** A frame of a screen of 60 Hz, ms. */
const FRAME = 16;
/** Items of the list in the large form, as many as the form shows. */
const ITEMS = 50;

type Vector = { entry: AbiFunction; text: string; value: unknown; calldata: Hex };

export const bench: Bench = {
  name: 'abi',
  async *run() {
    const engine = createAbiEngine();
    const folder = resolve(process.env.FIXTURES ?? '../shared/fixtures', FOLDER);
    const file = existsSync(folder) ? findJson(folder, 'abi.json') : undefined;
    if (file === undefined) console.log(`The vectors are left out: ${folder} is missing (FIXTURES names its folder).`);
    else {
      const vectors = (readJson(file) as AbiCase[]).map(vectorOf);
      const ours = { encode: Infinity, decode: Infinity };
      const stock = { encode: Infinity, decode: Infinity };
      for (let round = 0; round < ROUNDS; round++) {
        stock.encode = Math.min(stock.encode, await timed(() => encodeStock(vectors)));
        ours.encode = Math.min(
          ours.encode,
          await timed(async () => {
            for (const { entry, text } of vectors) await engine.encodeTypedCall(entry, [text]);
          }),
        );
        stock.decode = Math.min(stock.decode, await timed(() => decodeStock(vectors)));
        ours.decode = Math.min(
          ours.decode,
          await timed(async () => {
            for (const { entry, calldata } of vectors) await engine.decodeCalldata([entry], calldata);
          }),
        );
      }
      yield throughput(`${vectors.length} typed calls encoded`, ours.encode, stock.encode);
      yield throughput(`${vectors.length} calls decoded`, ours.decode, stock.decode);
    }
    yield await keyPress(engine);
  },
};

function throughput(name: string, ours: number, stock: number): Figure {
  const ratio = stock / ours;
  return {
    name,
    figure: ours,
    unit: 'ms',
    reference: { what: 'viem on the values', value: stock },
    ratio,
    bound: `throughput ≥ ${LEAST} × reference`,
    holds: ratio >= LEAST,
  };
}

function encodeStock(vectors: readonly Vector[]): void {
  for (const { entry, value } of vectors) encodeFunctionData({ abi: [entry], args: [value] });
}

function decodeStock(vectors: readonly Vector[]): void {
  for (const { entry, calldata } of vectors) decodeFunctionData({ abi: [entry], data: calldata });
}

/** One character more in a member of the last of many structs. */
async function keyPress(engine: ReturnType<typeof createAbiEngine>): Promise<Figure> {
  const parsed = parseSignature(
    'fill((address owner, uint256 amount, bytes32 id, string note, uint64[8] times)[] orders)',
  );
  if (!parsed.ok) throw new Error(parsed.error);
  const entry: AbiFunction = { ...parsed.value, type: 'function', outputs: [], stateMutability: 'nonpayable' };
  const order = (amount: string) => ({
    owner: `0x${'ab'.repeat(20)}`,
    amount,
    id: `0x${'cd'.repeat(32)}`,
    note: 'a note of some length',
    times: Array.from({ length: 8 }, (_, at) => String(at)),
  });
  let best = Infinity;
  for (let round = 0; round < ROUNDS * 10; round++) {
    const orders = Array.from({ length: ITEMS }, (_, at) => order(String(at === ITEMS - 1 ? round : at)));
    best = Math.min(
      best,
      await timed(async () => {
        const { summary } = await engine.encodeTypedCall(entry, [JSON.stringify(orders)]);
        if (summary !== undefined) throw new Error(summary);
      }),
    );
  }
  return atMost(`a key press in a form of ${ITEMS * 12} fields, until the call is encoded`, best, 'ms', FRAME);
}

function vectorOf(vector: AbiCase): Vector {
  const parsed = parseSignature(`test(${vector.type})`);
  if (!parsed.ok) throw new Error(parsed.error);
  const entry: AbiFunction = { ...parsed.value, type: 'function', outputs: [], stateMutability: 'nonpayable' };
  const value = plainValueOf(vector.verbose);
  return { entry, text: typedIn(vector.verbose), value, calldata: encodeFunctionData({ abi: [entry], args: [value] }) };
}

/** Returns the value in the form that viem takes. */
function plainValueOf(verbose: AbiCase['verbose']): unknown {
  if (verbose.type === 'object' || verbose.type === 'array') return verbose.value.map(plainValueOf);
  return verbose.type === 'number' ? BigInt(verbose.value) : verbose.value;
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
