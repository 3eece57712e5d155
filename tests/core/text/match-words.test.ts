/** Names found by any of their words, with a letter wrong. */
import { expect, test } from 'vitest';
import { bestMatches, matchWords } from '../../../src/core/text/match-words';

test.each([
  ['Maple', 'map'],
  ['Uniswap V3 Router', 'router'],
  ['Uniswap V3 Router', 'router uni'],
  ['HarborVaultV3', 'vault'],
  ['USDCoin', 'coin'],
  ['Harbor Vault', 'harborvault'],
  ['känguru', 'KÄNG'],
])('%s is found by the beginnings of its words: %s', (name, query) => {
  expect(matchWords(name, query)).toBe(0);
});

test('letters inside of a word find a name, behind those that begin one', () => {
  expect(matchWords('HarborVault', 'arbor')).toBe(1);
  expect(bestMatches(['HarborVault', 'Arbor'], 'arbor', (name) => name)).toEqual(['Arbor', 'HarborVault']);
});

test.each([
  ['another letter', 'Keepar'],
  ['the first one', 'Jeeper'],
  ['one missing', 'Keper'],
  ['the first one missing', 'eeper'],
  ['one too many', 'Keeeper'],
  ['one too many in front', 'xKeeper'],
  ['two that changed places', 'Kepeer'],
  ['the first two changed', 'eKeper'],
])('a letter wrong: %s', (_, query) => {
  expect(matchWords('Token Keeper', query)).toBeDefined();
});

test.each([
  ['two letters wrong', 'Kaapar', 'Keeper'],
  ['a short word', 'mpx', 'MPL'],
  ['a word more', 'keeper vault', 'Keeper'],
  ['no letters', '…', 'Keeper'],
  ['no text', '', 'Keeper'],
])('%s is no match', (_, query, name) => {
  expect(matchWords(name, query)).toBeUndefined();
});

test.each([
  ['harborvault', 'harbor vualt'], // as the database keeps `HarborVault`
  ['UniswapV2Router02', 'ruoter'],
  ['ERC20Votes', 'vottes'],
  ['OpenZeppelinGovernor', 'govrnor'],
])('%s is found by a later word with a letter wrong: %s', (name, query) => {
  expect(matchWords(name, query)).toBe(2);
});

test('names with a letter wrong are offered where no name is right', () => {
  const names = ['Maple', 'Staple', 'Mable'];
  expect(bestMatches(names, 'maple', (name) => name)).toEqual(['Maple']);
  expect(bestMatches(names, 'mapel', (name) => name)).toEqual(['Maple']);
});
