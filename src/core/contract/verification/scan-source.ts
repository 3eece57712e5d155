/**
 * What a Solidity file declares, read without a compiler: its pragma, imports
 * and contracts. Comments and strings are skipped, so that what only looks like
 * a declaration is none. A file that does not compile is read as far as it goes.
 */

export type DeclaredContract = {
  name: string;
  kind: 'contract' | 'abstract contract' | 'library' | 'interface';
  /** Line of the declaration, from 1. */
  line: number;
};

export type SourceOutline = {
  /** Version ranges of `pragma solidity`, as written. */
  pragmas: readonly string[];
  /** Names as written between the quotes. */
  imports: readonly { specifier: string; line: number }[];
  contracts: readonly DeclaredContract[];
};

/** Comment, string, word, or one other character. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|[A-Za-z_$][\w$]*|\n|[\s\S]/g;
/** More of one kind is nothing a person wrote. */
const MAX_DECLARED = 5_000;
const MAX_NAME = 500;

/** Reads the outline of one file. Linear. */
export function scanSource(text: string): SourceOutline {
  const pragmas: string[] = [];
  const imports: { specifier: string; line: number }[] = [];
  const contracts: DeclaredContract[] = [];
  let line = 1;
  let depth = 0;
  let before = '';
  /** The statement that is being read, and what was read of it. */
  let statement: 'pragma' | 'import' | DeclaredContract['kind'] | undefined;
  let pragma = '';
  let specifier: { specifier: string; line: number } | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    const startLine = line;
    if (token === '\n') line++;
    else if (token.length > 1 && token.startsWith('/')) {
      for (let at = token.indexOf('\n'); at !== -1; at = token.indexOf('\n', at + 1)) line++;
      continue;
    }
    if (statement === 'pragma') {
      if (token === ';') {
        const range = /^\s*solidity\b(.*)$/s.exec(pragma)?.[1]?.trim();
        if (range !== undefined && pragmas.length < MAX_DECLARED) pragmas.push(range.slice(0, MAX_NAME));
        statement = undefined;
      } else if (pragma.length < MAX_NAME) pragma += token;
      continue;
    }
    if (statement === 'import') {
      if (token.startsWith('"') || token.startsWith("'"))
        specifier ??= { specifier: unquote(token).slice(0, MAX_NAME), line: startLine };
      if (token === ';') {
        if (specifier !== undefined && imports.length < MAX_DECLARED) imports.push(specifier);
        statement = undefined;
      }
      continue;
    }
    if (/^\s$/.test(token)) continue;
    if (statement !== undefined && isWord(token)) {
      if (contracts.length < MAX_DECLARED)
        contracts.push({ name: token.slice(0, MAX_NAME), kind: statement, line: startLine });
      statement = undefined;
    } else if (statement !== undefined) statement = undefined;
    else if (token === '{') depth++;
    else if (token === '}') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      if (token === 'pragma') {
        statement = 'pragma';
        pragma = '';
      } else if (token === 'import') {
        statement = 'import';
        specifier = undefined;
      } else if (token === 'contract') statement = before === 'abstract' ? 'abstract contract' : 'contract';
      else if (token === 'library' || token === 'interface') statement = token;
    }
    before = token;
  }
  return { pragmas, imports, contracts };
}

function isWord(token: string): boolean {
  return /^[A-Za-z_$]/.test(token);
}

/** The text between quotes; escapes stay, which no file's name has. */
function unquote(token: string): string {
  const quote = token[0];
  return token.slice(1, token.length > 1 && token.endsWith(quote) ? -1 : undefined);
}
