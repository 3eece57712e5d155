/**
 * Runs before each file of browser tests. React's development build makes a task
 * of the console for each element, and an entry of the timeline for each component
 * that it draws, for tools that nobody has open: an eighth of what the tests cost.
 * It also keeps a stack with each element, to say in a warning where the element
 * was made: a sixth of what the page costs. Warnings come without them, too.
 * React looks for the functions when it is loaded, so it is loaded after them.
 */
const { console: consoleOfPage } = globalThis;
Object.assign(consoleOfPage, { createTask: undefined, timeStamp: undefined });

const react = await import('react');
/** React keeps the stacks of so many elements within a second, and counts them here. */
const ENOUGH = 10_000;
const internals: object = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (!('recentlyCreatedOwnerStacks' in internals)) throw new Error('React counts the stacks of elements elsewhere.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => ENOUGH, set: () => undefined });

export {};
