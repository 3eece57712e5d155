/** ABIs of real contracts: every entry is read, and hashed as the file or an independent implementation says. */
import { type AbiEvent, type AbiFunction, toEventSelector, toFunctionSelector } from 'viem';
import { createAbiIndex } from '../../../src/core/abi/abi-index';
import { parseAbi } from '../../../src/core/abi/parse-abi';
import { parseSignature, selectorOf, signatureOf, topicOf } from '../../../src/core/abi/signature';
import { type Check, judge } from '../check';
import type { CaseResult } from '../suite';

type Fields = Readonly<Record<string, unknown>>;

/** Finds ABIs in a value with the selectors stated beside them: an array, or an object that has one as `abi` at some depth. */
export function findAbis(value: unknown, path = '', found: FoundAbi[] = []): readonly FoundAbi[] {
  if (typeof value !== 'object' || value === null || path.split('/').length > 8) return found;
  if (Array.isArray(value)) {
    if (value.some(isEntry)) found.push({ path, abi: value, stated: {} });
    return found;
  }
  const fields = value as Fields;
  if (Array.isArray(fields.abi)) found.push({ path, abi: fields.abi, stated: statedSelectors(fields) });
  for (const [key, below] of Object.entries(fields)) {
    if (key !== 'abi' && key !== 'ast' && key !== 'metadata') findAbis(below, `${path}/${key}`, found);
  }
  return found;
}

export type FoundAbi = { path: string; abi: readonly unknown[]; stated: Readonly<Record<string, string>> };

function isEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('inputs' in value || 'stateMutability' in value);
}

/** `methodIdentifiers` of solc and Foundry, `functionHashes` of older solc: signature to selector. */
function statedSelectors(artifact: Fields): Readonly<Record<string, string>> {
  const evm = (artifact.evm ?? {}) as Fields;
  const stated = artifact.methodIdentifiers ?? evm.methodIdentifiers ?? artifact.functionHashes ?? {};
  return stated as Readonly<Record<string, string>>;
}

/** Returns one result for the ABI as a whole and one for each of its entries. */
export async function* judgeContract(name: string, { abi, stated }: FoundAbi): AsyncGenerator<CaseResult> {
  const parsed = parseAbi(abi);
  yield await judge(name, (check) => {
    if (!parsed.ok) throw new Error(parsed.error);
    check.equal('warnings', parsed.value.warnings.join(' '), '');
    check.equal('entries', parsed.value.abi.length, abi.length);
    const signatures = parsed.value.abi.filter((entry) => entry.type === 'function').map(signatureOf);
    for (const [signature, selector] of Object.entries(stated)) {
      check.that(`${signature} is among the functions`, signatures.includes(signature));
      check.equal(signature, selectorOf(signature), `0x${selector.replace(/^0x/, '')}`);
    }
  });
  if (!parsed.ok) return;
  const index = createAbiIndex(parsed.value.abi);
  for (const entry of parsed.value.abi) {
    if (entry.type !== 'function' && entry.type !== 'event' && entry.type !== 'error') continue;
    const signature = signatureOf(entry);
    yield await judge(`${name} ${entry.type} ${signature}`, (check) => {
      if (entry.type === 'event') {
        check.equal('topic', topicOf(signature), expectedTopic(entry));
        const known = entry.anonymous ? index.anonymousEvents : (index.events.get(topicOf(signature)) ?? []);
        const indexed = known.find((candidate) => candidate.signature === signature);
        checkTypes(
          check,
          signature,
          indexed?.inputs?.map((type) => type.canonical),
        );
        return;
      }
      const selector = selectorOf(signature);
      check.equal('selector', selector, expectedSelector(entry));
      const indexed = (entry.type === 'function' ? index.functions : index.errors).get(selector);
      checkTypes(
        check,
        signature,
        indexed?.inputs?.map((type) => type.canonical),
      );
      if (entry.type === 'function') check.that('the outputs can be decoded', indexed?.outputs !== undefined);
    });
  }
}

/** Every input can be decoded, and what they are is what the signature says; its text reads back. */
function checkTypes(check: Check, signature: string, types: readonly string[] | undefined): void {
  if (types === undefined) throw new Error('the inputs cannot be decoded');
  check.equal('types', types.join(','), signature.slice(signature.indexOf('(') + 1, -1));
  // Types of libraries mean nothing without the ABI.
  if (types.some((type) => /\b(?!u?int|bytes|bool|address|string|function|u?fixed)[A-Za-z_$]/.test(type))) return;
  const parsed = parseSignature(signature);
  check.equal('signature again', parsed.ok ? signatureOf(parsed.value) : parsed.error, signature);
}

function expectedTopic(event: AbiEvent): string {
  return toEventSelector(event);
}

/** An error is hashed as a function of its name. */
function expectedSelector(entry: { name: string; inputs: AbiFunction['inputs'] }): string {
  return toFunctionSelector({
    type: 'function',
    name: entry.name,
    inputs: entry.inputs,
    outputs: [],
    stateMutability: 'view',
  });
}
