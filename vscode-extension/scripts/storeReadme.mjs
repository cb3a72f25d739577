// The page of the extension in marketplaces: its README, with pictures once there is an address to show them from.

/** Pictures of docs/images, each with what it shows; marketplaces show none by a relative address. */
const PICTURES = [
  ["known.png", "The report of an error that was solved before"],
  ["task.png", "A failed task and its error in the Errors view"],
  ["task-report.png", "Root error, culprit, callers, suspect changes and past solutions"],
  ["callers.png", "The callers of a function, each with its evidence"],
];

/** Give the README with pictures behind its first list; as it is where the repository has no address yet. */
export function storeReadme(readme, repository) {
  if (repository === "") return readme;
  const images = PICTURES.map(([name, text]) => `![${text}](${repository}/raw/HEAD/docs/images/${name})`).join("\n\n");
  return readme.replace("\n## Getting started", `\n## Pictures\n\n${images}\n\n## Getting started`);
}

export const pictureNames = PICTURES.map(([name]) => name);
