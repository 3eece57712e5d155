/** A form of JSON as a reader of the documentation sees it: fields with what each of them is, `?` behind those that may be missing. */
import type * as v from 'valibot';

/** A node of a form, by what all of them have. */
type Node = v.GenericSchema<unknown> & {
  type: string;
  entries?: Readonly<Record<string, Node>>;
  options?: readonly (Node | string | number)[];
  pipe?: readonly { kind: string; type: string; title?: string }[];
  item?: Node;
  wrapped?: Node;
  literal?: unknown;
  key?: Node;
  value?: Node;
};

/** Returns the form as text, and behind it the parts with a name that are in it, each once. */
export function formText(form: v.GenericSchema<unknown>): string {
  const parts = new Map<string, string>();
  const whole = textOf(form as Node, '', parts);
  const behind = [...parts].filter(([, text]) => text !== '').map(([name, text]) => `${name}: ${text}`);
  return [whole, ...behind].join('\n\n');
}

function textOf(node: Node, indent: string, parts: Map<string, string>): string {
  const title = node.pipe?.find(({ type }) => type === 'title')?.title;
  if (title === undefined) return bareText(node, indent, parts);
  if (!parts.has(title)) {
    parts.set(title, '');
    if (node.type === 'strict_object') parts.set(title, bareText(node, '', parts));
  }
  return title;
}

function bareText(node: Node, indent: string, parts: Map<string, string>): string {
  const inner = `${indent}  `;
  if (node.entries !== undefined) {
    const lines = Object.entries(node.entries).map(([name, each]) => {
      const isMissing = each.type === 'exact_optional';
      const held = isMissing ? (each.wrapped as Node) : each;
      return `${inner}${name}${isMissing ? '?' : ''}: ${textOf(held, inner, parts)}`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (node.item !== undefined) return `[${textOf(node.item, indent, parts)}, …]`;
  if (node.type === 'record' && node.key && node.value)
    return `{ ${textOf(node.key, indent, parts)}: ${textOf(node.value, indent, parts)}, … }`;
  if (node.options !== undefined) {
    const words = node.options.map((each) =>
      typeof each === 'object' ? textOf(each, indent, parts) : literalText(each),
    );
    return words.join(' | ');
  }
  if (node.type === 'literal') return literalText(node.literal);
  if (node.type === 'lazy') return 'Value';
  return node.type === 'string' ? 'text' : node.type === 'unknown' ? 'any' : node.type;
}

function literalText(value: unknown): string {
  return JSON.stringify(value);
}
