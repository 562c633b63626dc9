import type { Capture } from '@analyzer/contracts/pages/captures';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CHANGED, markChanges } from '../model/pixels.ts';
import { imageOf } from './source.ts';

/** Larger pictures would need too much memory: each is in memory three times. */
const MAX_PIXELS = 16_000_000;

/** The later picture, faded, with the differing pixels marked. */
export function ChangedPixels({ before, after }: { before: Capture; after: Capture }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [words, setWords] = useState('Comparing …');
  useEffect(() => {
    let wanted = true;
    Promise.all([loaded(imageOf(before)), loaded(imageOf(after))]).then(
      ([old, fresh]) => {
        if (wanted && canvas.current !== null) setWords(draw(canvas.current, old, fresh));
      },
      () => setWords('A picture could not be loaded.'),
    );
    return () => {
      wanted = false;
    };
  }, [before.id, after.id]);
  return (
    <figure>
      <figcaption>
        <span role="status">{words}</span>
      </figcaption>
      <canvas ref={canvas} width={0} height={0} role="img" aria-label="Differing pixels" />
    </figure>
  );
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** @returns the description of the picture */
function draw(canvas: HTMLCanvasElement, old: HTMLImageElement, fresh: HTMLImageElement): string {
  const width = Math.max(old.naturalWidth, fresh.naturalWidth);
  const height = Math.max(old.naturalHeight, fresh.naturalHeight);
  if (width * height > MAX_PIXELS) return `${width} × ${height} pixels are too many to compare.`;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return 'This browser does not support canvas.';
  // A part that only one picture has is changed.
  context.fillStyle = `rgb(${CHANGED.join(' ')})`;
  const common = {
    width: Math.min(old.naturalWidth, fresh.naturalWidth),
    height: Math.min(old.naturalHeight, fresh.naturalHeight),
  };
  const pixels = (image: HTMLImageElement): ImageData => {
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, common.width, common.height);
  };
  const [before, after] = [pixels(old).data, pixels(fresh).data];
  const marked = context.createImageData(common.width, common.height);
  const changed =
    markChanges({ before, after, marked: marked.data, ...common }) + width * height - common.width * common.height;
  context.fillRect(0, 0, width, height);
  context.putImageData(marked, 0, 0);
  const sizes =
    old.naturalWidth === fresh.naturalWidth && old.naturalHeight === fresh.naturalHeight
      ? ''
      : ` ${old.naturalWidth} × ${old.naturalHeight} became ${fresh.naturalWidth} × ${fresh.naturalHeight}.`;
  if (changed === 0) return `No pixel differs.${sizes}`;
  const share = (changed / (width * height)) * 100;
  return `${changed} pixels differ, ${share < 0.1 ? 'less than 0.1' : share.toFixed(1)} %.${sizes}`;
}
