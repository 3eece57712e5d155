/**
 * Runs before each file of browser tests. React's development build makes a task
 * of the console for each element, and an entry of the timeline for each component
 * that it draws, for tools that nobody has open: an eighth of what the tests cost.
 * React looks for both functions when it is loaded.
 */
const { console: consoleOfPage } = globalThis;
Object.assign(consoleOfPage, { createTask: undefined, timeStamp: undefined });

export {};
