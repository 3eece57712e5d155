/**
 * Compiler input as standard JSON (Solidity docs, Compiler Input and Output
 * JSON Description), from whoever has it: a build, a verification service.
 * Paths are names of sources and never opened; the compiler gets every text
 * with the input and can ask for none.
 */
import { isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';

export type StandardInput = {
  /** `Solidity`, `Yul`, `Vyper`. */
  language: string;
  /** Path to text. */
  sources: Readonly<Record<string, { content: string }>>;
  settings: Readonly<Record<string, unknown>>;
};

/** Sources of one contract, as a verification service states them; the code says whether that is true. */
export type VerifiedSource = {
  input: StandardInput;
  /** `0.8.30+commit.73712a01`, without a leading v. */
  compilerVersion: string;
  /** Name of the contract; the path is absent where the service names none. */
  name: string;
  path?: string;
  /** What the service's compiler answered, for languages that are not compiled here. Not validated. */
  output?: unknown;
};

/** Real inputs stay under five; a compiler takes minutes for more than this. */
const MAX_CHARACTERS = 25_000_000;
const MAX_SOURCES = 5_000;

/** Reads standard JSON input; the error is one sentence. Sources that are only named by URL are missing. */
export function parseStandardInput(value: unknown): Result<StandardInput, string> {
  if (!isFields(value) || !isFields(value.sources)) return fail('The compiler input has no sources.');
  const sources: [string, { content: string }][] = [];
  const missing: string[] = [];
  let characters = 0;
  for (const [path, source] of Object.entries(value.sources)) {
    const content = isFields(source) ? source.content : undefined;
    if (typeof content === 'string') {
      sources.push([path, { content }]);
      characters += content.length;
    } else missing.push(path);
  }
  if (sources.length > MAX_SOURCES) return fail(`There are more than ${MAX_SOURCES} sources.`);
  if (characters > MAX_CHARACTERS)
    return fail(`The sources are larger than ${MAX_CHARACTERS / 1e6} MB; they are not read.`);
  if (missing.length > 0) {
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
    return fail(`The text of the source “${missing[0]?.slice(0, 200)}”${more} is missing.`);
  }
  if (sources.length === 0) return fail('The compiler input has no sources.');
  return ok({
    language: typeof value.language === 'string' ? value.language : 'Solidity',
    // fromEntries defines properties, so a path of __proto__ is a path.
    sources: Object.fromEntries(sources),
    settings: isFields(value.settings) ? value.settings : {},
  });
}

const CONTRACT_OUTPUTS = [
  'abi',
  'metadata',
  'storageLayout',
  'transientStorageLayout',
  'evm.bytecode',
  'evm.deployedBytecode',
];

/**
 * Returns `input` as text that asks for what reading a trace needs: trees of all sources, code, maps and layout of the
 * contracts of `path`, or of all. Where only a name is known and no path, every file's contracts are asked for.
 */
export function inputForDecoding(input: StandardInput, path?: string): string {
  const outputSelection = { '*': { '': ['ast'] }, [path ?? '*']: { '': ['ast'], '*': CONTRACT_OUTPUTS } };
  const { stopAfter: _, modelChecker: __, ...settings } = input.settings;
  return JSON.stringify({ ...input, settings: { ...settings, outputSelection } });
}

/** Returns whether the settings ask for code that keeps its variables on the stack: not optimised, not via IR. */
export function isUnoptimised({ settings }: StandardInput): boolean {
  const { viaIR, optimizer } = settings;
  return viaIR !== true && !(isFields(optimizer) && (optimizer.enabled === true || isFields(optimizer.details)));
}

/** Returns `input` for code whose variables the compiler keeps on the stack; all else is as it was. */
export function withoutOptimizer(input: StandardInput): StandardInput {
  // Compilers before 0.7.5 refuse `viaIR` whatever it says.
  const { viaIR: _, optimizer: __, ...settings } = input.settings;
  return { ...input, settings: { ...settings, optimizer: { enabled: false } } };
}

/** Returns `input` for code alone, each source with a blank at its end: only the hashes of the sources differ then. */
export function editedInput(input: StandardInput, path?: string): string {
  const sources = Object.entries(input.sources).map(([name, { content }]) => [name, { content: `${content}\n` }]);
  const outputSelection = { [path ?? '*']: { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } };
  const { stopAfter: _, modelChecker: __, ...settings } = input.settings;
  return JSON.stringify({ ...input, sources: Object.fromEntries(sources), settings: { ...settings, outputSelection } });
}
