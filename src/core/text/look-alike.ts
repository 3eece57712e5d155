/**
 * Symbols that look like others. Anybody may give a token the symbol of another in letters that look the same and are
 * others (UTS 39, confusable detection): of another alphabet, or `l` for `I`.
 */

/** Letters of other alphabets by the Latin one that they look like, most fonts drawing both alike (UTS 39, confusables.txt). */
const LOOKS: Readonly<Record<string, string>> = tableOf([
  ['АВЕЅІЈКМНОРСТУХԜҮԌԚӀ', 'ABESIJKMHOPCTYXWYGQI'], // Cyrillic
  ['асеһіјорѕухԁԝԛӏ', 'acehijopsyxdwql'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'], // Greek
  ['αινορυ', 'aivopu'],
  ['ՏՕՍօսհցզ', 'SOUouhgq'], // Armenian
  ['ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃ', 'ABCDEGHJKLMPRSTVWYZ'], // Cherokee
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'], // Lisu
  ['ⲤⲞⲘⲚⲢⲦⲬⲒⲎⲈⲔ', 'COMNPTXIHEK'], // Coptic
  ['ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'ABCDEGHIJKLMNOPRSTUVWYZ'], // small capitals
]);

/** Alphabets with letters that look like Latin ones. */
const OTHERS =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
const LATIN = /\p{Script=Latin}/u;
const ASCII = /^[\x20-\x7e]+$/;

/** Symbols that are worth imitating on any chain. */
const WELL_KNOWN = [
  ...['ETH', 'WETH', 'stETH', 'BTC', 'WBTC', 'BNB', 'POL', 'MATIC', 'AVAX', 'SOL', 'DAI', 'USDC', 'USDT', 'USDS'],
  ...['USDe', 'PYUSD', 'FRAX', 'LINK', 'UNI', 'AAVE', 'MKR', 'LDO', 'ARB', 'OP', 'SHIB', 'PEPE', 'CRV', 'COMP'],
];

/** `WELL_KNOWN` by what is left of each, no two of which are alike; made when first asked for. */
let knownBySkeleton: ReadonlyMap<string, string> | undefined;

/** Stands before a symbol that is not what it looks like. */
const MARK = '⚠';

/** Returns the sentence on a symbol or name that is not what it looks like; undefined of any other. */
export function symbolDoubt(symbol: string, what: 'symbol' | 'name' = 'symbol'): string | undefined {
  const plain = [...symbol].map(plainLetter).join('');
  if (plain !== symbol && ASCII.test(plain))
    return `Its ${what} looks like “${plain}” and is written with other letters: it is another token.`;
  if (mixesAlphabets(symbol)) return `Its ${what} mixes letters of several alphabets.`;
  knownBySkeleton ??= new Map(WELL_KNOWN.map((known) => [skeletonOf(known), known]));
  const imitated = knownBySkeleton.get(skeletonOf(symbol));
  if (imitated === undefined || imitated === symbol) return undefined;
  return `Its ${what} looks like “${imitated}” and is another.`;
}

/** Whether a word has Latin letters and letters of an alphabet that looks like it (UTS 39, Mixed-Script Detection). */
function mixesAlphabets(text: string): boolean {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => LATIN.test(word) && OTHERS.test(word));
}

/** Returns the symbol, marked where it is not what it looks like. */
export function markedSymbol(symbol: string): string {
  return symbolDoubt(symbol) === undefined ? symbol : MARK + symbol;
}

/** The Latin letter that a letter looks like; full-width and mathematical letters are variants of it (Unicode, NFKC). */
function plainLetter(letter: string): string {
  const variant = /\p{L}/u.test(letter) ? letter.normalize('NFKC') : letter;
  return LOOKS[letter] ?? (/^[a-z]$/i.test(variant) ? variant : letter);
}

/** What is left once marks on letters and characters without a picture are gone, and those that look alike are one. */
function skeletonOf(symbol: string): string {
  const letters = [...symbol.normalize('NFD').replace(/[\p{M}\p{Cf}\s]/gu, '')].map(plainLetter).join('');
  return letters
    .replace(/[1l|!]/g, 'I')
    .replaceAll('0', 'O')
    .replace(/[5$]/g, 'S')
    .replaceAll('8', 'B')
    .replaceAll('vv', 'w')
    .replaceAll('VV', 'W');
}

function tableOf(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap(([letters, latin]) => [...letters].map((letter, at) => [letter, latin[at] ?? letter])),
  );
}
