// Pictures to keep: a drawing as pixels, and files that the browser downloads.

const LONGEST = 2400; // px, of the longer side
const PAPER = '#f6f2ea'; // the drawings are made for light surroundings

/** Returns the size in pixels of a drawing of this size, as large as is useful. */
export function pixelsOf(width: number, height: number, longest = LONGEST): [width: number, height: number] {
  const scale = longest / Math.max(width, height, 1);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

/** Returns an SVG as a PNG, on paper. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = pixelsOf(image.naturalWidth, image.naturalHeight);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.fillStyle = PAPER;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
