/**
 * go-ethereum's tracer tests: the transaction is executed over the given state
 * and the whole answer of the tracer is compared, every field of it.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Address } from '../../../src/core/chain/primitives';
import { Fork } from '../../../src/core/evm/rules/forks';
import { toPrestate, toStateDiff } from '../../../src/core/replay/state-diff';
import { messageOf } from '../../../src/core/values/thrown';
import { callFrames, type GethFrame } from '../../../src/core/virtual/rpc/call-frames';
import { flatFrames } from '../../../src/core/virtual/rpc/flat-frames';
import { listJson, readJson } from '../data-files';
import { type GethCase, replayCase } from '../evm/geth-case';
import type { CaseResult, Suite } from '../suite';

type Answer = (test: GethCase) => Promise<unknown>;

const TRACERS: Record<string, Answer> = {
  call_tracer: callTracer,
  call_tracer_withLog: callTracer,
  call_tracer_flat: flatCallTracer,
  prestate_tracer: prestateTracer,
  prestate_tracer_with_diff_mode: prestateTracer,
};
const OUTSIDE: Record<string, string> = {
  call_tracer_legacy: 'the shape of the older JavaScript tracer, with words of its own for failures',
  prestate_tracer_legacy: 'the shape of the older JavaScript tracer, with words of its own for failures',
  erc7562_tracer: 'a tracer for the validation of user operations, which the product does not show',
};

async function callTracer(test: GethCase): Promise<GethFrame> {
  const { replay } = await replayCase(test);
  const root = callFrames(replay.finish(), test.tracerConfig?.withLog === true);
  if (test.tracerConfig?.onlyTopCall !== true) return root;
  const { calls: _, logs, ...top } = root;
  // A log's position counts the calls before it that are reported.
  return logs === undefined ? top : { ...top, logs: logs.map((log) => ({ ...log, position: '0x0' })) };
}

async function flatCallTracer(test: GethCase): Promise<unknown> {
  const { replay, fork } = await replayCase(test);
  return flatFrames(callFrames(replay.finish(), false), fork, {
    precompiles: test.tracerConfig?.includePrecompiles === true,
    parityErrors: test.tracerConfig?.convertParityErrors === true,
  });
}

async function prestateTracer(test: GethCase): Promise<unknown> {
  const config = test.tracerConfig ?? {};
  const { replay, fork } = await replayCase(test);
  const options = { code: !config.disableCode, storage: !config.disableStorage, empty: config.includeEmpty === true };
  const touched = replay.touched();
  if (!config.diffMode) return toPrestate(touched, options);
  // geth goes by the instruction, whether or not its frame failed afterwards.
  const destructed = new Set<Address>();
  const created = new Set<string>();
  const visit = (frame: GethFrame) => {
    if (frame.type.startsWith('CREATE') && frame.to) created.add(frame.to);
    if (frame.type === 'SELFDESTRUCT' && (fork < Fork.cancun || created.has(frame.from)))
      destructed.add(frame.from as Address);
    for (const call of frame.calls ?? []) visit(call);
  };
  visit(callFrames(replay.finish(), false));
  return toStateDiff(touched, destructed, options);
}

/**
 * Both sides as geth's own tests compare them: a zero or empty field is as
 * good as none, hex in lower case; of a flat trace, block and transaction are
 * not looked at.
 */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value === 'string') return /^0x/.test(value) ? value.toLowerCase() : value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([key]) => !['blockHash', 'blockNumber', 'transactionHash', 'transactionPosition', 'time'].includes(key))
    .map(([key, field]) => [key.toLowerCase(), normal(field)] as const)
    .filter(([, field]) => !isNothing(field));
  return Object.fromEntries(fields);
}

function isNothing(field: unknown): boolean {
  if (field === null || field === undefined || field === 0 || field === '') return true;
  if (typeof field === 'string') return /^0x0?$/.test(field) || field === `0x${'0'.repeat(40)}`;
  return typeof field === 'object' && Object.keys(field).length === 0 && !Array.isArray(field);
}

/** Returns the first place where the two differ, as a path. */
function difference(actual: unknown, expected: unknown, path: string): string {
  if (isDeepStrictEqual(actual, expected)) return '';
  if (typeof actual === 'object' && typeof expected === 'object' && actual && expected) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const found = difference(
        (actual as Record<string, unknown>)[key],
        (expected as Record<string, unknown>)[key],
        `${path}.${key}`,
      );
      if (found !== '') return found;
    }
  }
  const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
  return `${path}: expected ${short(expected)}, got ${short(actual)}`;
}

/** Returns where the answer of a tracer, by the name of its folder, differs from what the case states; '' where it does not. */
export function traceDifference(tracer: string, test: GethCase): Promise<string> {
  const answer = TRACERS[tracer];
  return answer === undefined ? Promise.resolve(`no tracer is called ${tracer}`) : differenceOf(test, answer);
}

async function differenceOf(test: GethCase, answer: Answer): Promise<string> {
  try {
    return difference(normal(await answer(test)), normal(test.result), 'result');
  } catch (thrown) {
    return messageOf(thrown);
  }
}

export const suite: Suite = {
  name: 'geth-tracetest',
  async *run(folder): AsyncIterable<CaseResult> {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name: tracer } of folders) {
      for (const file of listJson(join(folder, tracer))) {
        const name = `${tracer}/${file}`;
        const answer = TRACERS[tracer];
        if (answer === undefined) {
          const reason = OUTSIDE[tracer];
          if (reason === undefined)
            yield { name, outcome: 'failed', reason: 'which tracer this is about is not known' };
          else yield { name, outcome: 'skipped', reason };
          continue;
        }
        const test = readJson(join(folder, tracer, file)) as GethCase;
        const reason = await differenceOf(test, answer);
        yield reason === '' ? { name, outcome: 'passed' } : { name, outcome: 'failed', reason };
      }
    }
  },
};
