/**
 * One contract of the fixtures on a chain in memory, its sources edited as a
 * reader would: unchanged sources make the same trace of every function, and a
 * line that is put into one function changes that one and no other.
 */
import { type AbiFunction, toFunctionSelector } from 'viem';
import { compileTypes } from '../../../src/core/abi/abi-type';
import { defaultArgument } from '../../../src/core/abi/argument-text';
import { encodeParameters } from '../../../src/core/abi/encode';
import { parseAbi } from '../../../src/core/abi/parse-abi';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { inputForDecoding, parseStandardInput } from '../../../src/core/contract/standard-input';
import { stepIndex } from '../../../src/core/evm/recording/steps';
import { BLOBS_PRAGUE, Fork } from '../../../src/core/evm/rules/forks';
import { Stop } from '../../../src/core/evm/run';
import type { State } from '../../../src/core/evm/state/state';
import { bytesToAddress, bytesToHex, hexToBytes } from '../../../src/core/hex';
import { ok } from '../../../src/core/result';
import { SimulationRun } from '../../../src/core/simulation/run';
import { nodeIn, rangeOf } from '../../../src/core/source/compiled/ast';
import { parseCompilation, type SourceContract } from '../../../src/core/source/compiled/compilation';
import type { LoadedSource } from '../../../src/workers/contracts/check-sources';
import { compileEdited } from '../../../src/workers/contracts/edit-source';
import { MemoryChain } from '../../memory-chain';
import { judge } from '../check';
import type { CaseResult } from '../suite';
import { exactCompiler } from './compile';
import type { FixtureContract } from './fixture-contracts';

/** Functions of one contract that are called. */
const MAX_CALLED = 12;
/** Steps of one call that are compared one by one. */
const MAX_COMPARED = 200_000;
const CALLER = new Uint8Array(20).fill(0xc0);

/** How a call came out; `steps` is everything that was executed. */
type Called = { success: boolean; output: Hex; logs: string; steps: string };

/** Two cases, or one that says why there are none. */
export async function* judgeEdited({
  name,
  version,
  input,
  contract,
  path,
}: FixtureContract): AsyncIterable<CaseResult> {
  const skip = (reason: string): CaseResult => ({ name, outcome: 'skipped', reason: `${name}: ${reason}` });
  const compiler = exactCompiler(version);
  if (!compiler.ok) return yield skip(compiler.reason);
  const parsed = parseStandardInput({ language: 'Solidity', ...input });
  if (!parsed.ok) return yield skip(parsed.error);
  const compile = async (_version: string, text: string) => ok(JSON.parse(compiler.compiler.compile(text)) as unknown);
  const output = (await compile(version, inputForDecoding(parsed.value, path))).value;
  const run = { version: version.replace(/^v/, ''), input: parsed.value, output };
  const compilation = parseCompilation(run);
  if (!compilation.ok) return yield skip(compilation.error);
  const own = compilation.value.contracts.find(
    (each) => each.name === contract && (path === undefined || each.path === path),
  );
  const deployed = own && deploy(own);
  if (own === undefined || deployed === undefined)
    return yield skip('its constructor does not run with usual arguments');

  const source: LoadedSource = { runId: name, run, path: own.path, name: own.name, match: 'exact', origin: 'sourcify' };
  const edit = async (texts: Readonly<Record<string, string>>) => {
    const asker = { signal: new AbortController().signal };
    const made = await compileEdited({ compile }, { code: deployed.code, source }, { texts, immutables: {} }, asker);
    if (!made.ok) throw new Error(made.error.message);
    if (made.value.edited.state !== 'compiled') throw new Error(JSON.stringify(made.value.edited));
    return made.value.edited;
  };
  const functions = callsOf(own);
  if (functions.length === 0) return yield skip('it has no function that can be called');
  const call = (data: Hex, code?: Hex) => callOn(deployed.state, deployed.address, data, code);
  const before = new Map(functions.map(({ data, label }) => [label, call(data)]));
  yield await judge(`${name}, unchanged`, async (check) => {
    const { unchanged, warnings } = await edit({});
    check.equal('warnings', warnings.join(), '');
    check.equal('code', unchanged, deployed.code);
    for (const { label, data } of functions) {
      const again = call(data, unchanged);
      check.equal(`steps of ${label}`, again.steps, before.get(label)?.steps);
    }
  });

  const target = functions.find(({ label, body }) => body !== undefined && before.get(label)?.success === true);
  if (target?.body === undefined) return yield skip('no function with a body succeeds');
  const { body } = target;
  yield await judge(`${name}, a line in ${target.label}`, async (check) => {
    const { file, start } = body;
    const at = compilation.value.files.get(file);
    if (at === undefined) throw new Error('the file of the function is not there');
    const cut = start + 1;
    const text = new TextDecoder().decode(at.bytes.subarray(0, cut));
    const rest = new TextDecoder().decode(at.bytes.subarray(cut));
    const { code } = await edit({ [at.path]: `${text} revert(); ${rest}` });
    check.that('the edited function fails', !call(target.data, code).success);
    for (const { label, data } of functions) {
      if (label === target.label) continue;
      const was = before.get(label);
      const is = call(data, code);
      // It may call the edited one, which fails without a word.
      if (!is.success && is.output === '0x') continue;
      check.equal(
        `outcome of ${label}`,
        `${is.success} ${is.output} ${is.logs}`,
        `${was?.success} ${was?.output} ${was?.logs}`,
      );
    }
    const others = functions.filter(({ label }) => label !== target.label && before.get(label)?.success === true);
    const kept = others.filter(({ data }) => call(data, code).success);
    check.that('other functions go on', others.length === 0 || kept.length > 0);
  });
}

type Callable = { label: string; data: Hex; body: { file: number; start: number } | undefined };

/** Functions of the contract, each with arguments that decode. */
function callsOf(contract: SourceContract): Callable[] {
  const parsed = parseAbi(contract.abi);
  const entries = (parsed.ok ? parsed.value.abi : []).filter(
    (entry): entry is AbiFunction => entry.type === 'function',
  );
  return entries.slice(0, MAX_CALLED).flatMap((entry) => {
    const args = argumentsOf(entry.inputs);
    if (args === undefined) return [];
    const selector = toFunctionSelector(entry);
    const declared = contract.selectors.get(selector.slice(2));
    const body = declared?.kind === 'function' ? nodeIn(declared.node, 'body') : undefined;
    const range = body && rangeOf(body);
    return [{ label: `${entry.name} ${selector}`, data: `${selector}${args.slice(2)}` as Hex, body: range }];
  });
}

function argumentsOf(inputs: AbiFunction['inputs']): Hex | undefined {
  const types = compileTypes(inputs);
  if (types === undefined) return undefined;
  const texts = types.map((type, at) => {
    const text = defaultArgument(type);
    const bytes = /^bytes(\d+)$/.exec(inputs[at]?.type ?? '')?.[1];
    return text === '' && bytes !== undefined ? `0x${'00'.repeat(Number(bytes))}` : text;
  });
  const encoded = encodeParameters(inputs, texts);
  return encoded.ok ? encoded.value : undefined;
}

/** The contract on a chain of its own, made by its constructor. */
function deploy({ creation, abi }: SourceContract): { state: State; address: Address; code: Hex } | undefined {
  if (creation === undefined) return undefined;
  const args = argumentsOf(abi.find((entry) => entry.type === 'constructor')?.inputs ?? []);
  if (args === undefined) return undefined;
  const chain = new MemoryChain();
  const made = chain.send({ data: hexToBytes(`0x${bytesToHex(creation.bytes).slice(2)}${args.slice(2)}`) });
  const created = made.result?.created;
  if (made.result?.success !== true || created === undefined) return undefined;
  const account = chain.state.indexOfAddress(created);
  const code = chain.state.codes[chain.state.code[account] ?? 0]?.bytes ?? new Uint8Array(0);
  chain.state.beginTransaction();
  return code.length === 0
    ? undefined
    : { state: chain.state, address: bytesToAddress(created), code: bytesToHex(code) };
}

/** A call on a copy of the state, with other code where that is given. */
function callOn(before: State, address: Address, data: Hex, code?: Hex): Called {
  const state = before.copied();
  const transaction = {
    type: 2,
    from: CALLER,
    to: hexToBytes(address),
    value: 0n,
    data: hexToBytes(data),
    gasLimit: 16_000_000n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    accessList: [],
    maxFeePerBlobGas: 0n,
    blobHashes: [],
    authorizationList: [],
  };
  const environment = {
    fork: Fork.osaka,
    chainId: 31337n,
    number: 1_000,
    timestamp: 1_700_001_000,
    gasLimit: 2 ** 50,
    coinbase: new Uint8Array(20),
    baseFee: 0n,
    random: 0n,
    excessBlobGas: 0n,
    blobs: BLOBS_PRAGUE,
    blockHash: () => new Uint8Array(32),
  };
  const overlays = code === undefined ? [] : [{ address, override: { code } }];
  const step = { transaction, manner: 'free' as const, overlays: [], goesOn: false };
  const run = new SimulationRun(state, [{ environment, systemCalls: [], overlays, steps: [step] }], { recorded: 0 });
  for (let stop = run.run(1e9); stop !== Stop.done; stop = run.run(1e9)) {
    if (stop === Stop.budget) continue;
    const { missing } = state;
    if (missing?.kind !== 'account') throw new Error(`missing ${missing?.kind}`);
    state.supplyAccount(missing.address, {
      balance: new Uint32Array(8),
      nonce: 0n,
      code: new Uint8Array(0),
      exists: false,
    });
  }
  const [outcome] = run.outcomes;
  if (outcome?.state !== 'executed' || run.replay === undefined) throw new Error('the call was not executed');
  const { steps: columns } = run.replay;
  const steps: string[] = [
    `${columns.length} steps, frames ${columns.stayFrame.join()} at ${columns.stayStart.join()}`,
  ];
  for (let at = 0; at < Math.min(columns.length, MAX_COMPARED); at++)
    steps.push(`${columns.pc(stepIndex(at))} ${columns.cost(stepIndex(at))}`);
  return {
    success: outcome.success,
    output: outcome.output,
    logs: JSON.stringify(outcome.logs),
    steps: steps.join('\n'),
  };
}
