/** Hands the reader a file that was made here. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name.replaceAll(/[^\w.-]+/g, '-');
  link.click();
  // The download has the blob by then.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}

export function saveText(name: string, text: string, type = 'text/csv'): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function savePng(name: string, canvas: HTMLCanvasElement): void {
  canvas.toBlob((blob) => {
    if (blob !== null) saveBlob(name, blob);
  }, 'image/png');
}

/** A drawing as it is seen: colours that come from style sheets are written into a copy. */
export function saveSvg(name: string, svg: SVGSVGElement): void {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const [seen, copied] = [svg, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>('*')]);
  for (const [index, element] of (seen ?? []).entries()) {
    const { fill, stroke, fontFamily, fontSize } = getComputedStyle(element);
    const looks = { fill, stroke, 'font-family': fontFamily, 'font-size': fontSize };
    for (const [name, value] of Object.entries(looks)) copied?.[index]?.setAttribute(name, value);
  }
  saveText(name, copy.outerHTML, 'image/svg+xml');
}
