/** The editor that follows execution, and the languages of all views of code: CodeMirror warns of nothing. */
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CodeLanguage, codeExtensions } from '../../../src/app/views/source/code-extensions';
import { type CurrentPlace, StepCode } from '../../../src/app/views/source/StepCode';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

const warn = vi.spyOn(console, 'warn');
beforeEach(() => warn.mockReset());
let page: ReturnType<typeof mount> | undefined;
afterEach(() => {
  page?.unmount();
  page = undefined;
});

/** Enough lines that most are far from the screen, of heights that have to be measured. */
const FUNCTIONS = 150;
const SOLIDITY = Array.from(
  { length: FUNCTIONS },
  (_, at) => `  /// @notice Says its number.
  /**
   * @dev The same, @param by none.
   */
  function number${at}() external pure returns (uint256 value) {
    value = ${at}; // ${'a long comment '.repeat(at % 12)}
  }
`,
).join('\n');

const SOURCES: Readonly<Record<CodeLanguage, string>> = {
  solidity: `pragma solidity ^0.8.0;\ncontract Numbers {\n${SOLIDITY}}\n`,
  vyper: '# @version ^0.3.0\n@external\ndef number() -> uint256:\n    """\n    Says it.\n    """\n    return 1\n',
  json: '{"settings": {"optimizer": {"runs": 200}}}',
  text: 'plain',
};

test.each(Object.entries(SOURCES))('%s has no tags that the highlighting does not know', async (language, text) => {
  const parent = document.body.appendChild(document.createElement('div'));
  const extensions = codeExtensions(language as CodeLanguage, language);
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  await eventually(() => expect(view.contentDOM.textContent).toContain(text.slice(0, 5)));
  expect(warn.mock.calls).toEqual([]);
  // No ligatures: contextual alternates are how the font draws >= as one sign.
  expect(getComputedStyle(view.contentDOM).fontFeatureSettings).toContain('"calt" 0');
  view.destroy();
  parent.remove();
});

test('the current line comes to the screen from anywhere, and measuring comes to an end', async () => {
  const text = SOURCES.solidity;
  const lines = text.split('\n');
  const startOf = (line: number) => lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const placeOf = (line: number): CurrentPlace => ({
    line,
    endLine: line,
    from: startOf(line),
    to: startOf(line) + (lines[line - 1]?.length ?? 0),
  });
  const show = (line: number) => (
    <div style={{ height: '300px' }}>
      <StepCode
        text={text}
        language="solidity"
        label="Numbers.sol"
        current={placeOf(line)}
        notes={[{ line, text: `value ${line}`, changed: line % 2 === 0 }]}
        breakpoints={[]}
        onToggle={() => {}}
      />
    </div>
  );
  page = mount(show(1));
  const { element, draw } = page;
  for (const number of [FUNCTIONS - 1, 0, 75, 4, 140]) {
    const line = lines.findIndex((each) => each.includes(`function number${number}(`)) + 1;
    draw(show(line));
    await eventually(() => {
      const current = element.querySelector('.cm-current');
      expect(current?.textContent).toContain(lines[line - 1]?.trim());
      const [shown, box] = [current, element.querySelector('.cm-scroller')].map((each) =>
        each?.getBoundingClientRect(),
      );
      expect(shown?.top).toBeGreaterThanOrEqual(box?.top ?? Number.NaN);
      expect(shown?.bottom).toBeLessThanOrEqual(box?.bottom ?? Number.NaN);
    });
  }
  expect(warn.mock.calls).toEqual([]);
});
