export function storeReadme(readme: string, repository: string): string;
export const pictureNames: readonly string[];
