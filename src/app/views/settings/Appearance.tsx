import { setTheme, THEMES, useTheme } from '../../theme';
import { Panel } from '../../ui/Panel';
import { RadioGroup } from '../../ui/RadioGroup';
import { Switch } from '../../ui/Switch';
import { usePreference } from '../../use-preference';

const NAMES = { light: 'Light', dark: 'Dark', system: 'As the system' };

export function Appearance() {
  const theme = useTheme();
  return (
    <Panel title="Appearance">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-3 py-2.5">
        <span aria-hidden className="text-muted">
          Theme
        </span>
        <RadioGroup
          label="Theme"
          value={theme}
          options={THEMES.map((each) => ({ value: each, label: NAMES[each] }))}
          onChange={setTheme}
        />
      </div>
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
