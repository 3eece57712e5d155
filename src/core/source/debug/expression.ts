/**
 * Expressions over what is in scope, as Solidity writes them: parsed here,
 * evaluated in evaluate.ts.
 *
 *     reserve1 < want && balances[msg.sender] + 1 ether >= 2e18
 *
 * Errors are sentences, with the place where reading stopped.
 */
import { WEI_PER_ETHER, WEI_PER_GWEI } from '../../chain/units';
import { fail, ok, type Result } from '../../values/result';

export type Expression =
  | { kind: 'number'; value: bigint }
  | { kind: 'hex'; text: string }
  | { kind: 'text'; value: string }
  | { kind: 'bool'; value: boolean }
  | { kind: 'name'; name: string }
  | { kind: 'member'; of: Expression; name: string }
  | { kind: 'index'; of: Expression; index: Expression }
  | { kind: 'call'; name: string; args: readonly Expression[] }
  | { kind: 'unary'; operator: string; of: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; condition: Expression; yes: Expression; no: Expression };

type Token = { kind: 'number' | 'hex' | 'text' | 'name' | 'sign' | 'end'; text: string; at: number };

const MAX_LENGTH = 2_000;
const MAX_DEPTH = 100;
/** Digits of a number literal; the largest word has 78. */
const MAX_DIGITS = 1_000;

/** Solidity docs, Units and Globally Available Variables. */
const UNITS: Readonly<Record<string, bigint>> = {
  wei: 1n,
  gwei: WEI_PER_GWEI,
  ether: WEI_PER_ETHER,
  seconds: 1n,
  minutes: 60n,
  hours: 3_600n,
  days: 86_400n,
  weeks: 604_800n,
};

/** Solidity docs, Order of Precedence of Operators: the higher binds tighter. */
const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
  '|': 5,
  '^': 6,
  '&': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
  '**': 11,
};

const TOKEN =
  /\s*(?:(0[xX][\da-fA-F_]*)|((?:\d[\d_]*(?:\.[\d_]+)?|\.\d[\d_]*)(?:[eE]-?\d+)?)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([A-Za-z_$][\w$]*)|(\*\*|<<|>>|&&|\|\||[=!<>]=|[-+*/%<>!~&|^?:.,()[\]]))/y;

/** Reads an expression. The error is one sentence. */
export function parseExpression(text: string): Result<Expression, string> {
  if (text.length > MAX_LENGTH) return fail(`The expression is longer than ${MAX_LENGTH} characters.`);
  const tokens = tokensOf(text);
  if (!tokens.ok) return tokens;
  try {
    const parser = new Parser(tokens.value);
    const expression = parser.choice(0);
    parser.end();
    return ok(expression);
  } catch (error) {
    if (error instanceof SyntaxProblem) return fail(error.message);
    throw error;
  }
}

class SyntaxProblem extends Error {}

function tokensOf(text: string): Result<Token[], string> {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const at = TOKEN.lastIndex;
    if (text.slice(at).trim() === '') break;
    const match = TOKEN.exec(text);
    if (match === null) {
      const place = at + (/\S/.exec(text.slice(at))?.index ?? 0);
      const sign = String.fromCodePoint(text.codePointAt(place) ?? 0);
      const hint = sign === '=' ? ' To compare, write ==.' : '';
      return fail(`“${sign}” at character ${place + 1} is not allowed in an expression.${hint}`);
    }
    const [, hex, number, quoted, name, sign] = match;
    const kind = hex ? 'hex' : number ? 'number' : quoted ? 'text' : name ? 'name' : 'sign';
    const found = hex ?? number ?? quoted ?? name ?? sign ?? '';
    tokens.push({ kind, text: found, at: TOKEN.lastIndex - found.length });
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return ok(tokens);
}

class Parser {
  private next = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  choice(depth: number): Expression {
    if (depth > MAX_DEPTH) throw new SyntaxProblem(`The expression is nested more than ${MAX_DEPTH} deep.`);
    const condition = this.binary(1, depth);
    if (!this.take('?')) return condition;
    const yes = this.choice(depth + 1);
    this.expect(':');
    return { kind: 'choice', condition, yes, no: this.choice(depth + 1) };
  }

  end(): void {
    if (this.token.kind !== 'end') this.unexpected();
  }

  private get token(): Token {
    return this.tokens[this.next];
  }

  private binary(least: number, depth: number): Expression {
    let left = this.unary(depth);
    for (;;) {
      const { kind, text: operator } = this.token;
      const precedence = kind === 'sign' ? (PRECEDENCE[operator] ?? 0) : 0;
      if (precedence < least || precedence === 0) return left;
      this.next++;
      // Only powers bind to the right.
      const right = this.binary(operator === '**' ? precedence : precedence + 1, depth + 1);
      left = { kind: 'binary', operator, left, right };
    }
  }

  private unary(depth: number): Expression {
    if (depth > MAX_DEPTH) throw new SyntaxProblem(`The expression is nested more than ${MAX_DEPTH} deep.`);
    for (const operator of ['!', '-', '~'])
      if (this.take(operator)) return { kind: 'unary', operator, of: this.unary(depth + 1) };
    return this.postfix(depth);
  }

  private postfix(depth: number): Expression {
    let of = this.primary(depth);
    for (;;) {
      if (this.take('.')) of = { kind: 'member', of, name: this.name() };
      else if (this.take('[')) {
        of = { kind: 'index', of, index: this.choice(depth + 1) };
        this.expect(']');
      } else if (this.token.text === '(' && this.token.kind === 'sign') of = this.call(of, depth);
      else return of;
    }
  }

  private call(of: Expression, depth: number): Expression {
    if (of.kind !== 'name')
      throw new SyntaxProblem('Functions are not called here: only conversions such as uint8(x) and address(x) are.');
    this.expect('(');
    const args: Expression[] = [];
    if (!this.take(')')) {
      do args.push(this.choice(depth + 1));
      while (this.take(','));
      this.expect(')');
    }
    return { kind: 'call', name: of.name, args };
  }

  private primary(depth: number): Expression {
    const { kind, text } = this.token;
    if (kind === 'number') {
      this.next++;
      return { kind: 'number', value: this.inUnit(text) };
    }
    if (kind === 'hex') {
      this.next++;
      const digits = text.replaceAll('_', '');
      if (digits.length <= 2) throw new SyntaxProblem('0x has no digits behind it.');
      return { kind: 'hex', text: digits };
    }
    if (kind === 'text') {
      this.next++;
      return { kind: 'text', value: text.slice(1, -1).replace(/\\(.)/g, '$1') };
    }
    if (kind === 'name') {
      this.next++;
      if (text === 'true' || text === 'false') return { kind: 'bool', value: text === 'true' };
      return { kind: 'name', name: text };
    }
    if (this.take('(')) {
      const inner = this.choice(depth + 1);
      this.expect(')');
      return inner;
    }
    return this.unexpected();
  }

  /** A decimal literal with the unit behind it; it has to come out whole (Solidity docs, Rational and Integer Literals). */
  private inUnit(text: string): bigint {
    const unit = this.token.kind === 'name' ? UNITS[this.token.text] : undefined;
    if (unit !== undefined) this.next++;
    const [mantissa = '', exponent = '0'] = text.replaceAll('_', '').toLowerCase().split('e');
    const [whole = '', fraction = ''] = mantissa.split('.');
    const power = Number(exponent) - fraction.length;
    if (Math.abs(power) > MAX_DIGITS || whole.length > MAX_DIGITS)
      throw new SyntaxProblem(`${text.slice(0, 20)} is beyond any number of 256 bits.`);
    const digits = BigInt(whole + fraction) * (unit ?? 1n);
    if (power >= 0) return digits * 10n ** BigInt(power);
    const divisor = 10n ** BigInt(-power);
    if (digits % divisor !== 0n)
      throw new SyntaxProblem(`${text} is not a whole number: name a unit, as in 0.5 ether.`);
    return digits / divisor;
  }

  private name(): string {
    const { kind, text } = this.token;
    if (kind !== 'name') this.unexpected();
    this.next++;
    return text;
  }

  private take(sign: string): boolean {
    if (this.token.kind !== 'sign' || this.token.text !== sign) return false;
    this.next++;
    return true;
  }

  private expect(sign: string): void {
    if (this.take(sign)) return;
    const { kind, text, at } = this.token;
    const found = kind === 'end' ? 'it ends' : `there is “${text}”`;
    throw new SyntaxProblem(`A “${sign}” is missing at character ${at + 1}, where ${found}.`);
  }

  private unexpected(): never {
    const { kind, text, at } = this.token;
    if (kind === 'end')
      throw new SyntaxProblem(at === 0 ? 'There is no expression.' : 'The expression ends too early.');
    throw new SyntaxProblem(`“${text}” at character ${at + 1} is not expected there.`);
  }
}
