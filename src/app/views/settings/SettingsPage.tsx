export function SettingsPage(_: { network?: number; add?: string }) {
  return <h1>Settings</h1>;
}
