/**
 * One contract of the fixtures, deployed and verified as the wizard does it:
 * what its steps ask of the engine, in their order, for every way of handing
 * sources in that fits the contract.
 */
import type { Address } from '../../../src/core/chain/primitives';
import { readCompiledCode } from '../../../src/core/contract/build-output/compiled-code';
import { draftSettings } from '../../../src/core/contract/verification/compiler-settings';
import { emptyDraft, type SourceTexts, type VerificationDraft } from '../../../src/core/contract/verification/draft';
import { likelySettings } from '../../../src/core/contract/verification/likely-settings';
import type { Verdict } from '../../../src/core/contract/verification/verdict';
import type { TriedSettings } from '../../../src/workers/contracts/verification.api';
import { judge } from '../check';
import { newJob } from '../recorded/engine';
import type { CaseResult } from '../suite';
import { type CompiledOutput, compileContract, exactCompiler, type StandardInput } from './compile';
import { type DeployedChain, NETWORK } from './deployed-chain';
import type { FixtureContract } from './fixture-contracts';

/** Address of the libraries that the wizard is told of. */
const LIBRARY = `0x${'11'.repeat(20)}`;

type Subject = {
  chain: DeployedChain;
  contract: FixtureContract;
  address: Address;
  /** `path:Name`. */
  root: string;
  sources: SourceTexts;
  output: CompiledOutput;
  /** Match that the settings of the deployment lead to. */
  expected: 'exact' | 'partial';
};

/** Judges every way that fits; a case each. A contract whose compiler is not available is skipped by name. */
export async function* judgeDeployed(chain: DeployedChain, contract: FixtureContract): AsyncIterable<CaseResult> {
  const { name, version, input } = contract;
  const skip = (reason: string): CaseResult => ({ name, outcome: 'skipped', reason: `${name}: ${reason}` });
  const compiler = exactCompiler(version);
  if (!compiler.ok) return yield skip(compiler.reason);
  const compiled = compileContract(version, input, contract.contract, contract.path);
  if (compiled.outcome === 'skipped') return yield skip(compiled.reason);
  const code = readCompiledCode(compiled.contract.evm?.deployedBytecode);
  if (code === undefined) return yield skip('the contract has no code of its own');
  const subject: Subject = {
    chain,
    contract,
    address: await chain.deploy(compiled.contract, contract.expected.creation),
    root: `${compiled.path}:${contract.contract}`,
    sources: Object.fromEntries(Object.entries(input.sources).map(([path, { content }]) => [path, content ?? ''])),
    output: compiled.contract,
    expected:
      code.auxdata.length > 0 && code.auxdata.every(({ hasMetadataHash }) => hasMetadataHash) ? 'exact' : 'partial',
  };
  yield* byStandardJson(subject);
  yield* byMetadata(subject);
  yield* byFiles(subject);
  yield* byPaste(subject);
  if (code.libraries.length > 0) yield* withLibraries(subject, [...new Set(code.libraries.map(({ id }) => id))]);
  yield* withWrongSettings(subject);
}

async function reviewOf({ chain, address }: Subject, draft: VerificationDraft) {
  const review = await chain.contracts.reviewSources(newJob(), NETWORK, address, draft);
  if (!review.ok) throw new Error(review.error.message);
  return review.value;
}

async function* byStandardJson(subject: Subject): AsyncIterable<CaseResult> {
  const { chain, contract, root, sources } = subject;
  const draft = await readJson(subject, JSON.stringify({ language: 'Solidity', ...contract.input }));
  yield await judge(`${contract.name}, standard JSON`, async (check) => {
    check.equal('match', matchOf(await verify(subject, draft)), subject.expected);
  });
  const { units } = await reviewOf(subject, draft);
  const imported = units.find(({ depth, name }) => depth > 0 && !root.startsWith(`${name}:`));
  if (imported === undefined) return;
  yield await judge(`${contract.name}, a missing import`, async (check) => {
    const { [imported.name]: text = '', ...uploaded } = sources;
    const partial = { ...draft, uploaded };
    const review = await reviewOf(subject, partial);
    check.equal('missing', review.missing.map(({ name }) => name).join(), imported.name);
    const refused = await chain.contracts.verifyContract(
      newJob(),
      NETWORK,
      subject.address,
      request(partial),
      () => {},
    );
    check.that('nothing is compiled without it', !refused.ok && refused.error.message.includes(imported.name));
    const file = imported.name.split('/').at(-1) ?? '';
    const added = await chain.contracts.fillMissing(review.missing, { [file]: text });
    check.equal('match', matchOf(await verify(subject, { ...partial, added })), subject.expected);
  });
}

/** Metadata names sources by their hashes; the texts are handed in under any names. */
async function* byMetadata(subject: Subject): AsyncIterable<CaseResult> {
  const { chain, contract, output, sources } = subject;
  if (!output.metadata) return;
  const listed = Object.keys((JSON.parse(output.metadata) as StandardInput).sources);
  if (listed.length < Object.keys(sources).length) return; // solc may make other code of fewer sources
  const draft = await readJson(subject, output.metadata);
  yield await judge(`${contract.name}, metadata`, async (check) => {
    const { missing } = await reviewOf(subject, draft);
    const files = Object.values(sources).map((text, index) => [`${index}.sol`, text] as const);
    const added = await chain.contracts.fillMissing(missing, Object.fromEntries(files));
    check.equal('match', matchOf(await verify(subject, { ...draft, added })), subject.expected);
  });
}

async function* byFiles(subject: Subject): AsyncIterable<CaseResult> {
  const { chain, contract, root, sources } = subject;
  const paths = Object.keys(sources);
  const read = await chain.contracts.readSourceFiles(
    paths.map((path) => ({ path: `project/${path}`, bytes: new TextEncoder().encode(sources[path]) })),
  );
  // Names that no folder can have, and what the contract does not import, are of standard JSON alone.
  if (!paths.every((path) => read.sources[path] === sources[path])) return;
  const draft: VerificationDraft = {
    ...emptyDraft,
    method: 'directory',
    uploaded: read.sources,
    root,
    ...settingsOf(contract),
  };
  const { units } = await reviewOf(subject, draft);
  if (units.length < paths.length) return;
  yield await judge(`${contract.name}, files`, async (check) => {
    check.equal('match', matchOf(await verify(subject, draft)), subject.expected);
  });
}

async function* byPaste(subject: Subject): AsyncIterable<CaseResult> {
  const { contract, root, sources } = subject;
  const [only, ...more] = Object.entries(sources);
  if (only === undefined || more.length > 0 || only[0].trim() !== only[0] || only[0] === '') return;
  const pasted = { path: only[0], text: only[1] };
  yield await judge(`${contract.name}, pasted`, async (check) => {
    const draft: VerificationDraft = { ...emptyDraft, method: 'paste', pasted, root, ...settingsOf(contract) };
    check.equal('match', matchOf(await verify(subject, draft)), subject.expected);
  });
}

/** The contract linked to other addresses than those of the chain is not the chain's. */
async function* withLibraries(subject: Subject, ids: readonly string[]): AsyncIterable<CaseResult> {
  const draft = await readJson(subject, JSON.stringify({ language: 'Solidity', ...subject.contract.input }));
  const libraries = ids.filter((id) => id.includes(':')).map((id) => ({ name: id, address: LIBRARY }));
  if (libraries.length === 0) return;
  yield await judge(`${subject.contract.name}, wrong libraries`, async (check) => {
    const tried = await verify(subject, { ...draft, settings: { ...draft.settings, libraries } });
    check.that('there is no match', tried.verdict?.match === undefined);
    checkReadable(check, tried);
  });
}

async function* withWrongSettings(subject: Subject): AsyncIterable<CaseResult> {
  const { chain, contract } = subject;
  const draft = await readJson(subject, JSON.stringify({ language: 'Solidity', ...contract.input }));
  const settings = { ...draft.settings, optimizer: !draft.settings.optimizer, further: '' };
  const wrong = await verify(subject, { ...draft, settings });
  // Some contracts come to the same code either way.
  if (wrong.verdict?.match !== undefined) return;
  yield await judge(`${contract.name}, wrong settings`, async (check) => {
    checkReadable(check, wrong);
    if (wrong.verdict === undefined) return;
    const facts = await chain.contracts.codeFacts(newJob(), NETWORK, subject.address);
    if (!facts.ok) throw new Error(facts.error.message);
    check.that('other settings are suggested', likelySettings(settings, facts.value).length > 0);
  });
}

/** Errors of the compiler, or bytes that differ, or a sentence. */
function checkReadable(
  check: { that(what: string, condition: boolean): void },
  { verdict, errors }: TriedSettings,
): void {
  check.that('the difference is shown', verdict === undefined ? errors.length > 0 : isReadable(verdict));
}

function isReadable({ differing, differences, problem }: Verdict): boolean {
  return (differing > 0 && differences.length > 0) || problem !== undefined;
}

/** What reading a JSON file makes of the draft; the root is chosen where it names none. */
async function readJson({ chain, root, contract }: Subject, text: string): Promise<VerificationDraft> {
  const read = await chain.contracts.readJsonUpload(text);
  if (!read.ok) throw new Error(read.error);
  const { sources, hashes, settings } = read.value;
  return {
    ...emptyDraft,
    method: 'json',
    uploaded: sources,
    hashes,
    isWhole: true,
    root: read.value.root ?? root,
    settings: { ...settings, compilerVersion: settings.compilerVersion || contract.version.replace(/^v/, '') },
  };
}

/** The form's fields as somebody fills them in who knows the settings of the deployment. */
function settingsOf({ version, input }: FixtureContract): Pick<VerificationDraft, 'settings'> {
  return { settings: draftSettings(version.replace(/^v/, ''), input.settings ?? {}) };
}

function request(draft: VerificationDraft) {
  return { draft, tries: [], keep: false };
}

async function verify({ chain, address }: Subject, draft: VerificationDraft): Promise<TriedSettings> {
  const outcome = await chain.contracts.verifyContract(newJob(), NETWORK, address, request(draft), () => {});
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value.best;
}

/** The match, or in words why there is none. */
function matchOf({ verdict, errors }: TriedSettings): string {
  if (verdict === undefined) return errors[0] ?? 'no verdict';
  return verdict.match ?? `${verdict.problem ?? ''} ${JSON.stringify(verdict.differences[0])}`;
}
