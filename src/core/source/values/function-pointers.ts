/** Names for values that are functions: where code begins, or an address and a selector. */
import type { Decoded } from '../../abi/decoded';
import { readFields, readText } from '../../values/json-fields';
import type { CodeMap } from '../compiled/code-map';
import { sourceTable } from '../compiled/code-table';
import type { Compilation, SourceContract } from '../compiled/compilation';
import { functionName, type SourceFunction } from '../compiled/functions';

/**
 * Returns the value with the functions in it named, `double` for `code at 421` and `0x….run` for `0x….0xc0406226`; as it was
 * where they are not known. Via IR an internal one is a number of its own, which the tree of the contract states, or else
 * stays a number.
 */
export function withFunctionNames(
  value: Decoded,
  compilation: Compilation,
  contract: SourceContract,
  code: RunningCode = { code: contract.runtime, isCreate: false },
): Decoded {
  if (value.items !== undefined)
    return { ...value, items: value.items.map((item) => withFunctionNames(item, compilation, contract, code)) };
  if (!value.type.startsWith('function ')) return value;
  const text = nameOf(value.text, compilation, contract, code);
  return text === undefined ? value : { ...value, text, length: text.length };
}

/** The code that a value of a function was met in: its own, or the one that creates it, which counts from its own beginning. */
type RunningCode = { code: CodeMap | undefined; isCreate: boolean };

function nameOf(
  text: string,
  compilation: Compilation,
  { id }: SourceContract,
  { code, isCreate }: RunningCode,
): string | undefined {
  const at = /^code at (\d+)$/.exec(text)?.[1];
  if (at === '0') return 'none';
  if (at !== undefined) {
    if (compilation.viaIR) {
      const numbers = Object.entries(readFields(compilation.declarations.get(id)?.internalFunctionIDs));
      const { byId } = compilation.functions;
      const node = numbers.find(([, number]) => number === Number(at))?.[0];
      const found = byId.get(Number(node));
      const all = numbers.flatMap(([other]) => byId.get(Number(other)) ?? []);
      return found === undefined ? `function number ${at}` : nameAmong(found, all, compilation);
    }
    if (code === undefined) return undefined;
    const { entryAt, entries } = sourceTable(compilation, code, isCreate);
    // Creation code keeps the place in the runtime code in the low four bytes.
    const pc = Number((BigInt(at) >> (isCreate ? 32n : 0n)) & 0xffffffffn);
    const entry = entries[(entryAt[pc] ?? 0) - 1];
    const all = entries.map((each) => each.function);
    return entry && nameAmong(entry.function, all, compilation);
  }
  const [, address, selector] = /^(0x[\da-f]{40})\.0x([\da-f]{8})$/.exec(text) ?? [];
  if (selector === undefined) return undefined;
  const names = new Set<string>();
  for (const { selectors } of compilation.contracts) {
    const found = selectors.get(selector);
    if (found) names.add(functionName(found));
  }
  return names.size === 1 ? `${address}.${[...names][0]}` : undefined;
}

/** The name of an internal function, with its contract before it where one of another contract has the same: `Base.run`. */
function nameAmong(found: SourceFunction, all: readonly SourceFunction[], { declarations }: Compilation): string {
  const name = functionName(found);
  const isShared = all.some((other) => other.contract !== found.contract && functionName(other) === name);
  const contract = isShared ? readText(declarations.get(found.contract)?.name) : '';
  return contract === '' ? name : `${contract}.${name}`;
}
