/**
 * What a Vyper source declares: functions with their statements, state
 * variables, structs. Read from the text, because its declarations look the same in
 * every version while the compiler's trees do not, and because verification
 * services keep no trees.
 *
 *     @external                          function credit, external
 *     def credit(to: address):
 *         assert to != empty(address)    statement
 *     total: public(uint256)             variable total, public, uint256
 */
import { type LogicalLine, logicalLines } from './logical-lines';

/** Characters (UTF-16) from the start of the source. */
export type TextPlace = { start: number; end: number };

export type OutlineFunction = TextPlace & {
  name: string;
  /** Names of its decorators, such as `external`. */
  decorators: readonly string[];
  parameters: readonly { name: string; type: string }[];
  /** The types it returns; a tuple has several. */
  returns: readonly string[];
  /** The text from the end of its head to its own end. */
  body: TextPlace;
  statements: readonly OutlineStatement[];
};

/** A logical line of a function; of a compound statement its head. */
export type OutlineStatement = TextPlace & { isCompound: boolean };

export type OutlineVariable = TextPlace & {
  name: string;
  type: string;
  isPublic: boolean;
  kind: 'storage' | 'transient' | 'immutable' | 'constant';
  /** Text of the value that it is declared with, '' for none. */
  value: string;
};

/** Values of the constants of a module that are declared with an integer, by name. */
export type Integers = ReadonlyMap<string, number>;

/** `constants` are those of its module, which the types of members may name as lengths. */
export type OutlineStruct = {
  name: string;
  members: readonly { name: string; type: string }[];
  constants: Integers;
};

/** A name for a type whose values take a word; imported names that stand for a type are interfaces. */
export type OutlineWord = { name: string; kind: 'flag' | 'interface' };

export type Outline = {
  functions: readonly OutlineFunction[];
  variables: readonly OutlineVariable[];
  structs: readonly OutlineStruct[];
  words: readonly OutlineWord[];
  constants: Integers;
};

/** Constants on the way from one to its value. */
const MAX_REFERENCES = 16;

const COMPOUND = /^(if|elif|else|for|while)\b.*:$/;
const DECLARATION = /^([A-Za-z_]\w*) ?: ?(.+)$/;
/** Words that begin a line at the top that looks like a declaration and is none. */
const NO_VARIABLE = /^(implements|uses|initializes|exports|import|from|interface|event|struct|flag|enum|def)\b/;

/** Returns the outline of a source. Linear; lines that declare nothing are skipped. */
export function outlineOf(source: string): Outline {
  const lines = logicalLines(source);
  const functions: OutlineFunction[] = [];
  const variables: OutlineVariable[] = [];
  const structs: Omit<OutlineStruct, 'constants'>[] = [];
  const words: OutlineWord[] = [];
  let decorators: string[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index];
    let next = index + 1;
    while (next < lines.length && lines[next].indent > line.indent) next++;
    const below = lines.slice(index + 1, next);
    index = next;
    const decorator = /^@([A-Za-z_]\w*)/.exec(line.text);
    if (decorator) {
      decorators.push(decorator[1]);
      continue;
    }
    const head = /^def ([A-Za-z_]\w*) ?\(/.exec(line.text);
    const struct = /^struct ([A-Za-z_]\w*) ?:/.exec(line.text);
    if (head) functions.push(functionOf(head[1], line, below, decorators));
    else if (struct) structs.push({ name: struct[1], members: below.flatMap(memberOf) });
    else if (NO_VARIABLE.test(line.text)) words.push(...wordsOf(line.text));
    else variables.push(...variableOf(line));
    decorators = [];
  }
  const constants = integersOf(variables);
  return { functions, variables, structs: structs.map((each) => ({ ...each, constants })), words, constants };
}

/** The names that a line declares or imports for types of one word. */
function wordsOf(line: string): OutlineWord[] {
  const declared = /^(flag|enum|interface) ([A-Za-z_]\w*) ?:/.exec(line);
  if (declared) return [{ name: declared[2], kind: declared[1] === 'interface' ? 'interface' : 'flag' }];
  const imported = /^(?:from \S+ )?import (.+)$/.exec(line)?.[1].replace(/[()]/g, ' ') ?? '';
  return splitList(imported).map((each) => ({
    name:
      each
        .split(/ as |\./)
        .at(-1)
        ?.trim() ?? each,
    kind: 'interface',
  }));
}

/** A constant may be declared with the name of another. */
function integersOf(variables: readonly OutlineVariable[]): Integers {
  const values = new Map(variables.flatMap(({ kind, name, value }) => (kind === 'constant' ? [[name, value]] : [])));
  const integers = new Map<string, number>();
  for (const [name, declared] of values) {
    let value = declared;
    for (let step = 0; step < MAX_REFERENCES; step++) value = values.get(value) ?? value;
    if (/^\d[\d_]*$/.test(value)) integers.set(name, Number(value.replaceAll('_', '')));
  }
  return integers;
}

function functionOf(
  name: string,
  line: LogicalLine,
  below: readonly LogicalLine[],
  decorators: readonly string[],
): OutlineFunction {
  // Brackets in the text of a default are none.
  const text = line.text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  const open = text.indexOf('(');
  const close = closingOf(text, open);
  const returned = /^ ?-> ?(.+?) ?:/.exec(text.slice(close + 1))?.[1] ?? '';
  const end = below.at(-1)?.end ?? line.end;
  return {
    name,
    decorators,
    parameters: splitList(text.slice(open + 1, close)).flatMap((each) => memberOf({ text: each })),
    returns: returned.startsWith('(') ? splitList(returned.slice(1, -1)) : returned === '' ? [] : [returned],
    start: line.start,
    end,
    body: { start: line.end, end },
    statements: below
      .filter(({ text }) => !/^("""|''')/.test(text) && text !== 'pass')
      .map(({ start, end, text }) => ({ start, end, isCompound: COMPOUND.test(text) })),
  };
}

function variableOf({ text, start, end }: LogicalLine): OutlineVariable[] {
  const [, name, rest] = DECLARATION.exec(text) ?? [];
  if (name === undefined) return [];
  let type = withoutValue(rest);
  let isPublic = false;
  let kind: OutlineVariable['kind'] = 'storage';
  for (let wrapped = /^(public|transient|immutable|constant|reentrant) ?\((.*)\)$/.exec(type); wrapped; ) {
    type = wrapped[2].trim();
    if (wrapped[1] === 'public') isPublic = true;
    else if (wrapped[1] !== 'reentrant') kind = wrapped[1] as OutlineVariable['kind'];
    wrapped = /^(public|transient|immutable|constant|reentrant) ?\((.*)\)$/.exec(type);
  }
  return [{ name, type, isPublic, kind, value: valueIn(rest), start, end }];
}

/** A member of a struct or a parameter: `name: type`, perhaps with a value. */
function memberOf({ text }: { text: string }): { name: string; type: string }[] {
  const [, name, rest] = DECLARATION.exec(text) ?? [];
  return name === undefined ? [] : [{ name, type: withoutValue(rest) }];
}

const VALUE = / ?(?<![=!<>])=(?!=)(.*)$/;

function withoutValue(text: string): string {
  return text.replace(VALUE, '').trim();
}

function valueIn(text: string): string {
  return VALUE.exec(text)?.[1].trim() ?? '';
}

/** Index of the bracket that closes the one at `open`; the text's length where none does. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if ('([{'.includes(text[at])) depth++;
    else if (')]}'.includes(text[at]) && --depth === 0) return at;
  }
  return text.length;
}

/** Returns the parts between the commas that are outside of brackets. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if ('([{'.includes(text[at])) depth++;
    else if (')]}'.includes(text[at])) depth--;
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts.filter((part) => part !== '');
}
