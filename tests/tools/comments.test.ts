/**
 * The first sentence of an exported function's comment is a main clause: "Returns whether …", not "Whether …". Whether
 * a sentence has a main verb is told cheaply, by its first word and by the verbs before the first subordinate clause.
 * No doc comment begins with "Of": it names its subject, "Height of the window, px." and not "Of the window, px."
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
/** A doc comment, comments of linters below it, and the head of an exported function. */
const COMMENTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n(?:\/\/.*\n)*export (?:(?:async )?function\*? (\w+)|const (\w+) = (?:async )?(?:<.*>)?\()/g;
/** A doc comment without a subject. */
const SUBJECTLESS = /\/\*\*[\s*]*(Of\b[^\n]*)/g;
/** Words that begin a clause which is no sentence of its own, or a part of one. */
const CLAUSE = /^(What|Whether|Of|Where|How|Which|When|Why|Who|Whose|Whom|That|As|If|Until|While|Than|Since)\b/;
/** The third person of a verb, with which most of these sentences begin. */
const VERB = /^[A-Z][a-z]*[^s\W]s\b/;
/** Plural nouns that look like one. */
const NOUN =
  /^(Accounts|Always|Balances|Blocks|Bytes|Codes|Contracts|Dollars|Fields|Flags|Gas|Items|Lines|Methods|Milliseconds|Networks|Overrides|Parameters|Pixels|Positions|Prices|Rows|Rules|Seconds|Sentences|Settings|Slots|Texts|Tokens|Topics|Transactions|Transfers|Units|Values|Words)\b/;
const FINITE =
  /\b(is|are|was|were|has|have|had|may|can|must|does|do|did|becomes|stays?|comes?|takes?|holds?|goes|go|puts?|says?|hands?)\b/;
const SUBORDINATE = /\b(that|which|whose|whom|who|where|when|while|as|what|how|why|until|if|whether|than|because)\b/;

/** The functions of a TypeScript file whose comment begins with a sentence without a main verb, with that sentence. */
function verblessComments(code: string): string[] {
  return [...code.matchAll(COMMENTED)].flatMap(([, comment = '', name, constant]) => {
    const text = comment.replace(/^\s*\*?[^\S\n]?/gm, '').trim();
    const sentence = (/^[\s\S]*?[.!](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\s+/g, ' ');
    return hasMainVerb(sentence) ? [] : [`${name ?? constant}: ${sentence}`];
  });
}

/** The doc comments of a TypeScript file that begin with "Of", each to the end of its first line. */
function subjectlessComments(code: string): string[] {
  return [...code.matchAll(SUBJECTLESS)].map(([, text = '']) => text.replace(/\s*\*\/.*/, ''));
}

function hasMainVerb(sentence: string): boolean {
  if (CLAUSE.test(sentence)) return false;
  if (VERB.test(sentence) && !NOUN.test(sentence)) return true;
  const [main = ''] = sentence.replace(/`[^`]*`/g, 'it').split(SUBORDINATE);
  return FINITE.test(main);
}

describe.each([
  ['comments of exported functions are sentences with a verb', verblessComments],
  ['comments name their subject', subjectlessComments],
])('%s', (_, problemsIn) => {
  test.each(['src', 'tools'])('%s', (folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.gen)\.tsx?$/.test(path))
      .map((path) => join(root, folder, path));
    const found = files.flatMap((file) =>
      problemsIn(readFileSync(file, 'utf8')).map((problem) => `${relative(root, file)} ${problem}`),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});

test.each([
  ['Whether the list is empty.', false],
  ['What the reader chose; undefined where that is nothing.', false],
  ['Of each token the price.', false],
  ['The rows that a search found.', false],
  ['Bytes of the word without leading zeros.', false],
  ['Returns whether the list is empty.', true],
  ['Keeps the rows that a search found.', true],
  ['`key` stays the same for the life of the component.', true],
])('%s', (sentence, isAccepted) => {
  const code = `/** ${sentence} */\nexport function subject(): void {}\n`;
  expect(verblessComments(code)).toEqual(isAccepted ? [] : [`subject: ${sentence}`]);
});

test('a comment of several lines is read to the end of its first sentence, also of an arrow function', () => {
  const code = '/**\n * The second\n * of them. It is empty.\n */\nexport const second = (a: number) => a;\n';
  expect(verblessComments(code)).toEqual(['second: The second of them.']);
});

test.each([
  ['/** Of the window, px. */\nexport const HEIGHT = 1;\n', ['Of the window, px.']],
  ['type Size = {\n  /**\n   * Of the window,\n   * px.\n   */\n  height: number;\n};\n', ['Of the window,']],
  ['type Size = { height: number /** Of the window. */ };\n', ['Of the window.']],
  ['/** Height of the window, px. Of several the first. */\nexport const HEIGHT = 1;\n', []],
  ['/** Offset of the window, px. */\nexport const OFFSET = 1;\n', []],
  ['// Of the window, px.\nexport const HEIGHT = 1;\n', []],
])('a doc comment that begins with "Of" is found: %j', (code, found) => {
  expect(subjectlessComments(code)).toEqual(found);
});
