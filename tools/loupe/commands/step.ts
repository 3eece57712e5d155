/** `loupe step HASH`: the machine and the variables at one instruction. */
import { StartFailure } from '../../../devnet/start-failure';
import { nameText } from '../../../src/core/abi/value-text';
import { bytesToHex } from '../../../src/core/chain/hex';
import type { Address } from '../../../src/core/chain/primitives';
import { formatInteger } from '../../../src/core/format/counts';
import { UNTOUCHED } from '../../../src/core/source/values/known-storage';
import { harmlessText } from '../../../src/core/text/harmless';
import type { Engine } from '../../../src/workers/engine';
import type { TraceHandle } from '../../../src/workers/ids';
import type { StepFile } from '../../../src/workers/trace/steps-in-source.api';
import { type Command, readArguments, readNumber } from '../command';
import { toJson } from '../facts/json';
import { valueFact } from '../facts/values';
import { CHAIN_OPTIONS, CHAIN_USAGE, openChain, refuse } from '../open-chain';
import { handleOf, type OpenMined, openMined, readTransactionHash } from '../open-mined';
import { openPage } from '../text/paint';
import { wholeText } from '../text/rows';

/** Where to stop: one of the three is given. */
type Wanted = { at?: number; line?: { file: string; line: number }; error?: true };

export const step: Command = {
  name: 'step',
  summary: 'stack, memory, variables and source at one step of a transaction',
  usage: `loupe step HASH (--at N | --line FILE:LINE | --error) [options]

${CHAIN_USAGE}  --at N           the step by its number, 0-based
  --line FILE:LINE the first step that comes to a line; FILE is the end of its path
  --error          the instruction at which the transaction failed

Example:
  loupe step 0x5f1c…(64 digits) --line Router.sol:40
`,
  async run(given, io) {
    const options = {
      ...CHAIN_OPTIONS,
      at: { type: 'string' },
      line: { type: 'string' },
      error: { type: 'boolean' },
    } as const;
    const { values, positionals } = readArguments(given, options, ['HASH']);
    const hash = readTransactionHash(positionals[0]);
    const wanted = readWanted(values);
    const chain = await openChain(values, io);
    const opened = await openMined(chain, hash);
    if (!opened.ok) return refuse(io, opened.error);
    const handle = handleOf(opened.value);
    if (!handle.ok) return refuse(io, handle.error);
    const found = await findStep(chain.engine, handle.value, opened.value, wanted);
    if (typeof found === 'string') {
      io.err(`${found}\n`);
      return 1;
    }
    const facts = await stepFacts(chain.engine, handle.value, found);
    if (typeof facts === 'string') {
      io.err(`${facts}\n`);
      return 1;
    }
    if (values.json) io.out(toJson(facts.json));
    else facts.write(openPage(io));
    return 0;
  },
};

function readWanted(values: {
  at?: string | undefined;
  line?: string | undefined;
  error?: boolean | undefined;
}): Wanted {
  const { at, line, error } = values;
  if ([at, line, error].filter((value) => value !== undefined).length !== 1)
    throw new StartFailure('One of the options --at, --line and --error says which step.');
  if (at !== undefined) return { at: readNumber('--at', at, 0) };
  if (line === undefined) return { error: true };
  const [, file, number] = /^(.+):(\d+)$/.exec(line) ?? [];
  if (file === undefined || number === undefined)
    throw new StartFailure('--line takes FILE:LINE, as in Router.sol:40.');
  return { line: { file, line: Number(number) } };
}

/** The step, or the sentence that says why there is none. */
async function findStep(
  { trace }: Engine,
  handle: TraceHandle,
  { trace: opened }: OpenMined,
  { at, line }: Wanted,
): Promise<number | string> {
  if (at !== undefined) return at;
  if (line === undefined) {
    if ('failure' in opened) return opened.failure.message;
    if (opened.summary.failingRow === undefined) return 'The transaction did not fail.';
    const { source } = opened;
    const inSource = typeof source === 'string' ? undefined : source.stack.findLast(({ step: each }) => each >= 0);
    if (inSource) return inSource.step;
    const ofRow = await trace.stepOfRow(handle, opened.summary.failingRow);
    return (ofRow.ok ? ofRow.value : undefined) ?? 'No instruction was executed where it failed.';
  }
  const files = (await filesThatRan(trace, handle)).filter(
    ({ path }) => path === line.file || path.endsWith(`/${line.file}`),
  );
  const [first] = files;
  if (first === undefined) return `No source that ran ends with ${harmlessText(line.file, 200)}.`;
  const lines = files.map(({ digest }) => ({ digest, line: line.line }));
  const stop = await trace.findBreak(handle, { lines, opcodes: [] }, -1, true);
  if (!stop.ok) return stop.error.message;
  if (stop.value !== undefined) return stop.value;
  const file = await trace.stepFile(handle, first.id);
  const near = file.ok ? file.value?.lines.find((each) => each >= line.line) : undefined;
  const next = near === undefined ? '' : `; the next statement is on line ${near}`;
  return `Execution does not come to line ${line.line} of ${harmlessText(first.path, 200)}${next}.`;
}

/** Rows of one answer (steps-in-source.api.ts). */
const WINDOW = 400;

/** The files of every contract whose code ran: the engine knows those of a contract once it is asked for one of its steps. */
async function filesThatRan(trace: Engine['trace'], handle: TraceHandle): Promise<StepFile[]> {
  const asked = new Set<Address>();
  const files = new Map<number, StepFile>();
  for (let start = 0; ; start += WINDOW) {
    const window = await trace.executionRows(handle, start, WINDOW);
    if (!window.ok || window.value.rows.length === 0) return [...files.values()];
    for (const { address, step: inside } of window.value.rows) {
      if (address === undefined || inside === undefined || asked.has(address)) continue;
      asked.add(address);
      const source = await trace.sourceAt(handle, inside);
      for (const file of source.ok ? source.value.files : []) files.set(file.id, file);
    }
  }
}

/** The facts of a step as JSON and as text; or the sentence that says why there are none. */
async function stepFacts({ trace }: Engine, handle: TraceHandle, at: number) {
  const machine = await trace.stateAt(handle, at);
  if (!machine.ok) return machine.error.message;
  const state = machine.value;
  const source = await trace.sourceAt(handle, state.step);
  const locals = await trace.variablesAt(handle, state.step);
  const variables = await trace.stateVariablesAt(handle, state.step);
  const place = source.ok ? source.value.place : undefined;
  const file = place && (await trace.stepFile(handle, place.file));
  const text = file?.ok ? file.value?.text.split('\n')[(place?.line ?? 1) - 1]?.trim() : undefined;
  const path = file?.ok ? file.value?.file.path : undefined;
  const inScope = locals.ok ? locals.value.locals.map(({ value }) => value) : [];
  const stored = variables.ok ? variables.value.variables.map(({ value }) => value) : [];
  const calls = source.ok ? source.value.stack : [];
  const {
    step: number,
    pc,
    name,
    gas,
    cost,
    depth,
    address,
    codeAddress,
    caller,
    value,
    stack,
    memory,
    calldata,
    returndata,
  } = state;
  const json = {
    format: 'loupe-step',
    version: 1,
    ...{ step: number, pc, instruction: name, gas, cost, depth, address, codeAddress, caller, value },
    ...(place && { place: { file: path, line: place.line, text } }),
    ...(!place && source.ok && { why: source.value.why }),
    calls: calls.map((line) => ({
      contract: line.contract,
      function: line.function,
      address: line.address,
      file: line.path,
      line: line.line,
      step: line.step,
    })),
    variables: inScope.map(valueFact),
    ...(locals.ok && locals.value.why !== '' && { variablesWhy: locals.value.why }),
    state: stored.map(valueFact),
    stack: stack.map((word) => `0x${word.toString(16)}`),
    memory: bytesToHex(memory),
    calldata: bytesToHex(calldata),
    returndata: bytesToHex(returndata),
    storage: state.storage.map(({ key, value: now, original }) => ({
      slot: `0x${key.toString(16)}`,
      value: `0x${now.toString(16)}`,
      original: `0x${original.toString(16)}`,
    })),
  };
  return { json, write };

  function write(page: ReturnType<typeof openPage>): void {
    page.line(
      { text: `Step ${formatInteger(number)}`, in: 'bold' },
      `  ${name} at ${pc}, ${formatInteger(gas)} gas left, depth ${depth}`,
    );
    if (place) {
      page.line('  ', { text: `${harmlessText(path ?? '', 200)}:${place.line}`, in: 'cyan' });
      page.line(`    ${harmlessText(text ?? '', 300)}`);
    } else if (source.ok) page.sentence(source.value.why);
    if (calls.length > 0) page.heading('Calls', 'innermost first');
    for (const line of calls)
      page.line(
        `  ${harmlessText(`${line.contract || (line.address ?? 'Unknown contract')}${line.function === '' ? '' : `.${line.function}`}`, 160)}`,
        line.path === '' ? '' : { text: `  ${harmlessText(line.path, 200)}:${line.line}`, in: 'dim' },
      );
    page.heading('Variables');
    if (locals.ok && locals.value.why !== '') page.sentence(harmlessText(locals.value.why, 400), 2, 'dim');
    for (const local of inScope)
      page.line(`  ${nameText(local.name)} = ${wholeText(local)}`, {
        text: `  ${harmlessText(local.declared ?? local.type, 60)}`,
        in: 'dim',
      });
    const touched = stored.filter(({ unknown, text: said }) => !(unknown && said === UNTOUCHED));
    if (touched.length > 0) page.heading('State variables', 'that the transaction reached');
    for (const each of touched) page.line(`  ${nameText(each.name)} = ${wholeText(each)}`);
    page.heading('Stack', 'the top first');
    for (const word of stack.toReversed().slice(0, 16)) page.line(`  0x${word.toString(16)}`);
    page.heading('Memory', `${formatInteger(memory.length)} bytes`);
    for (let from = 0; from < Math.min(memory.length, 512); from += 32)
      page.line(
        { text: `  ${from.toString(16).padStart(4, '0')} `, in: 'dim' },
        bytesToHex(memory.subarray(from, from + 32)).slice(2),
      );
  }
}
