import { setTheme, THEMES, useTheme } from '../../theme';
import { Panel } from '../../ui/Panel';

const NAMES = { light: 'Light', dark: 'Dark', system: 'As the system' };

export function Appearance() {
  const theme = useTheme();
  return (
    <Panel title="Appearance">
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2 px-3 py-2.5">
        <legend className="sr-only">Theme</legend>
        <span className="text-muted">Theme</span>
        {THEMES.map((each) => (
          <label key={each} className="flex items-center gap-1.5">
            <input
              type="radio"
              name="theme"
              checked={theme === each}
              onChange={() => setTheme(each)}
              className="accent-accent"
            />
            {NAMES[each]}
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
