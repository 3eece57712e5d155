/** Names for values that are functions: where code begins, or an address and a selector. */
import type { Decoded } from '../../abi/decoded';
import { readFields } from '../../values/json-fields';
import { sourceTable } from '../compiled/code-table';
import type { Compilation, SourceContract } from '../compiled/compilation';
import { functionName } from '../compiled/functions';

/**
 * Returns the value with the functions in it named, `double` for `code at 421` and `0x….run` for `0x….0xc0406226`; as it was
 * where they are not known. Via IR an internal one is a number of its own, which the tree of the contract states, or else
 * stays a number.
 */
export function withFunctionNames(value: Decoded, compilation: Compilation, contract: SourceContract): Decoded {
  if (value.items !== undefined)
    return { ...value, items: value.items.map((item) => withFunctionNames(item, compilation, contract)) };
  if (!value.type.startsWith('function ')) return value;
  const text = nameOf(value.text, compilation, contract);
  return text === undefined ? value : { ...value, text, length: text.length };
}

function nameOf(text: string, compilation: Compilation, { id, runtime }: SourceContract): string | undefined {
  const at = /^code at (\d+)$/.exec(text)?.[1];
  if (at === '0') return 'none';
  if (at !== undefined) {
    if (compilation.viaIR) {
      const numbers = Object.entries(readFields(compilation.declarations.get(id)?.internalFunctionIDs));
      const node = numbers.find(([, number]) => number === Number(at))?.[0];
      const found = compilation.functions.byId.get(Number(node));
      return found === undefined ? `function number ${at}` : functionName(found);
    }
    if (runtime === undefined) return undefined;
    const { entryAt, entries } = sourceTable(compilation, runtime, false);
    const entry = entries[(entryAt[Number(at)] ?? 0) - 1];
    return entry && functionName(entry.function);
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
