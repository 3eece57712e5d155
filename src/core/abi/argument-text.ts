/**
 * Arguments as text: what a field holds before anything is typed, and the
 * text of a decoded value. An argument has one text, whether it is edited as
 * JSON or in a form, so nothing typed is lost when the editor changes.
 */
import type { AbiType } from './abi-type';
import { nameOf } from './decode-parameters';
import type { Decoded } from './decoded';

/** Items of a fixed array that are filled in; longer ones begin empty. */
const FILLED_ITEMS = 64;

/** An argument as JSON has it, numbers as text. */
export type ArgumentJson = string | boolean | readonly ArgumentJson[] | { readonly [name: string]: ArgumentJson };

/** Returns the text that a field begins with: 0, 0x and as many zeros as a type of fixed length has, the zero address, false, an empty list, a tuple of such values, else no text. */
export function defaultArgument(type: AbiType): string {
  return writeArgument(type, defaultValue(type));
}

/** Returns the same value as JSON, for an item that is added to a list. */
export function defaultValue(type: AbiType): ArgumentJson {
  if (type.components !== undefined)
    return tupleJson(
      type.components,
      type.components.map((component) => defaultValue(component)),
    );
  if (type.element !== undefined) {
    const { element, count } = type;
    // A list of any other length is no value of a fixed array.
    return count > 0 && count <= FILLED_ITEMS ? Array.from({ length: count }, () => defaultValue(element)) : [];
  }
  switch (type.kind) {
    case 'integer':
      return '0';
    case 'bytes':
      return `0x${'00'.repeat(Math.max(type.width, 0))}`;
    case 'address':
      return `0x${'0'.repeat(40)}`;
    case 'bool':
      return false;
    default:
      return '';
  }
}

/** Returns the text of a field whose type is `type` and whose value is `json`. */
export function writeArgument(type: AbiType, json: ArgumentJson): string {
  if (typeof json === 'boolean') return String(json);
  if (typeof json !== 'string') return JSON.stringify(json);
  return type.kind === 'string' ? fieldText(json) : json;
}

/** Returns the text that encodes to a decoded value; undefined where the value was cut. */
export function argumentText(value: Decoded): string | undefined {
  const json = jsonOf(value);
  if (json === undefined) return undefined;
  if (typeof json === 'boolean') return String(json);
  if (typeof json !== 'string') return JSON.stringify(json);
  return value.kind === 'string' ? fieldText(json) : json;
}

function jsonOf(value: Decoded): ArgumentJson | undefined {
  if (value.kind !== 'array' && value.kind !== 'tuple') {
    if (value.text.length < value.length) return undefined;
    return value.kind === 'bool' ? value.text === 'true' : value.text;
  }
  const items = value.items ?? [];
  if (items.length < value.length) return undefined;
  const parts = items.map(jsonOf);
  if (!parts.every((part) => part !== undefined)) return undefined;
  return value.kind === 'array' ? parts : tupleJson(items, parts);
}

/** Names the components where that reads best; lists them by position where two have the same name. */
function tupleJson(components: readonly { name: string }[], values: readonly ArgumentJson[]): ArgumentJson {
  const names = components.map(nameOf);
  if (new Set(names).size < names.length) return values;
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}

/** A text that looks like a JSON string is quoted, or its quotes would be taken for such. */
function fieldText(text: string): string {
  return text.trim().startsWith('"') ? JSON.stringify(text) : text;
}
