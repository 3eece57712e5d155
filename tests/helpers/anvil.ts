/** A real Anvil on a free port, and what it starts with. */
// biome-ignore lint/performance/noBarrelFile: tests take the node and its accounts from one place; the node itself is also needed by tools, which may not import tests
export { type Anvil, startAnvil } from '../../tools/anvil';
export { ANVIL_ACCOUNTS, ANVIL_KEYS } from './anvil-accounts';
