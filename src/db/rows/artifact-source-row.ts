/** Table `artifactSources`: source files of imported build output; `id` is `${hash of the imported file}:${number}`. */
export type ArtifactSourceRow = { id: string; text: string };
