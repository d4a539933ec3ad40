import { described, WIDE, type Column } from './column.js';

/** The containers of a pod template, as far as columns show them. */
export interface PrintedTemplate {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: {
    readonly containers?: readonly { readonly name?: string; readonly image?: string }[];
    readonly nodeSelector?: Readonly<Record<string, string>>;
  };
}

/** The columns of the containers of a template, which only `-o wide` shows. */
export const TEMPLATE_COLUMNS: readonly Column[] = [
  described('Containers', 'Names of each container in the template.', WIDE),
  described('Images', 'Images referenced by each container in the template.', WIDE),
];

/** Their cells: the names and the images. */
export function templateCells(template: PrintedTemplate | undefined): [string, string] {
  const containers = template?.spec?.containers ?? [];
  return [containers.map(({ name }) => name).join(','), containers.map(({ image }) => image).join(',')];
}
