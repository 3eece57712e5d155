/** ABIs and storage layouts as texts that are equal when they say the same, whichever version wrote them. */

type Fields = Readonly<Record<string, unknown>>;
type Parameter = { type?: string; name?: string; indexed?: boolean; components?: Parameter[] };
type Entry = {
  type?: string;
  name?: string;
  inputs?: Parameter[];
  outputs?: Parameter[];
  stateMutability?: string;
  constant?: boolean;
  payable?: boolean;
  anonymous?: boolean;
};

/** Writes one line an entry, sorted. Before 0.4.16 there are `constant` and `payable` only. */
export function abiText(abi: unknown): string {
  if (!Array.isArray(abi)) return 'no ABI';
  return abi
    .map((entry) => entryText(entry as Entry))
    .sort()
    .join('\n');
}

function entryText(entry: Entry): string {
  const { type = 'function', name = '', inputs = [], outputs = [], anonymous } = entry;
  const mutability = type === 'event' || type === 'error' ? (anonymous ? 'anonymous' : '') : mutabilityOf(entry);
  return `${type} ${name}(${inputs.map(parameterText).join(', ')}) ${mutability} (${outputs.map(parameterText).join(', ')})`;
}

function mutabilityOf({ stateMutability, constant, payable }: Entry): string {
  return stateMutability ?? (payable === true ? 'payable' : constant === true ? 'view' : 'nonpayable');
}

function parameterText({ type, name, indexed, components }: Parameter): string {
  const inner = components === undefined ? '' : `(${components.map(parameterText).join(', ')})`;
  return `${type}${inner}${indexed ? ' indexed' : ''} ${name ?? ''}`;
}

/** Writes one line a variable in order of place, types by their labels: the ids of types hold AST ids, which any edit moves. */
export function layoutText(layout: unknown): string {
  if (!isFields(layout)) return 'no layout';
  const types = isFields(layout.types) ? layout.types : {};
  return variables(layout.storage, types, 0).join('\n');
}

function variables(list: unknown, types: Fields, level: number): string[] {
  if (!Array.isArray(list) || level > 8) return [];
  return list
    .filter(isFields)
    .flatMap(({ label, slot, offset, type }) => [
      `${'  '.repeat(level)}${String(slot)}+${String(offset)} ${String(label)}: ${typeText(String(type), types, 0)}`,
      ...variables(fieldsOf(types, String(type)).members, types, level + 1),
    ]);
}

function typeText(id: string, types: Fields, level: number): string {
  const type = fieldsOf(types, id);
  const parts = [type.label, type.encoding, type.numberOfBytes].map(String);
  const below = [type.key, type.value, type.base].filter((inner) => typeof inner === 'string');
  return `${parts.join(' ')}${level > 8 ? '' : below.map((inner) => ` <${typeText(inner, types, level + 1)}>`).join('')}`;
}

function fieldsOf(types: Fields, id: string): Fields {
  const type = types[id];
  return isFields(type) ? type : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
