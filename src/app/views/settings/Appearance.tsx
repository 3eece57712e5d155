import { setTheme, THEMES, useTheme } from '../../theme';
import { Panel } from '../../ui/Panel';
import { Switch } from '../../ui/Switch';
import { usePreference } from '../../use-preference';

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
      <DeveloperMode />
    </Panel>
  );
}

function DeveloperMode() {
  const [on = true, saveOn] = usePreference('developerMode');
  return (
    <div className="flex items-center justify-between gap-4 border-line border-t px-3 py-2.5">
      <div>
        <p className="font-medium">Developer mode</p>
        <p className="text-muted">
          Functions and errors in the summary of a transaction lead to their rows in the call trace.
        </p>
      </div>
      <Switch checked={on} label="Developer mode" onChange={(wanted) => void saveOn(wanted)} />
    </div>
  );
}
