/** Numbers, sizes and times as people read them. */

const NUMBER = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
const SHORT = new Intl.NumberFormat('en', {notation: 'compact', maximumFractionDigits: 1});
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A number with separators; nothing for what is not known. */
export function number(value) {
  return value === null || value === undefined ? '' : NUMBER.format(value);
}

/** A number in few characters. */
export function short(value) {
  return value === null || value === undefined ? '' : SHORT.format(value);
}

/** A share of 1 in percent; nothing for what is not known. */
export function percent(share) {
  return share === null || share === undefined
      ? '' : (100 * share).toFixed(share < 0.1 && share > 0 ? 1 : 0) + ' %';
}

/** Bytes, by 1024 as PostgreSQL counts them. */
export function bytes(value) {
  if (value === null || value === undefined) {
    return '';
  }
  let size = Number(value);
  let unit = 0;
  while (Math.abs(size) >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  return (size >= 100 || unit === 0 ? Math.round(size) : size.toFixed(1)) + ' ' + UNITS[unit];
}

/** A duration in milliseconds. */
export function duration(milliseconds) {
  if (milliseconds === null || milliseconds === undefined) {
    return '';
  }
  const value = Math.max(0, Number(milliseconds));
  if (value < 1) {
    return value.toFixed(2) + ' ms';
  }
  if (value < 1000) {
    return (value < 10 ? value.toFixed(1) : Math.round(value)) + ' ms';
  }
  const seconds = value / 1000;
  if (seconds < 60) {
    return seconds.toFixed(1) + ' s';
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return minutes + ' min ' + Math.floor(seconds % 60) + ' s';
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? hours + ' h ' + minutes % 60 + ' min' : Math.floor(hours / 24) + ' d ' + hours % 24 + ' h';
}

/** A moment, in milliseconds since 1970, in the browser's time zone. */
export function moment(milliseconds) {
  return milliseconds === null || milliseconds === undefined
      ? '' : new Date(Number(milliseconds)).toLocaleString('sv');
}

/** Orders names as people do: node2 is before node10. */
export function byName(one, other) {
  return one.localeCompare(other, 'en', {numeric: true});
}

/** The same, but of today only the time of the day. */
export function clock(milliseconds) {
  return moment(milliseconds).replace(moment(Date.now()).slice(0, 11), '');
}

/** A text in one line. */
export function oneLine(text) {
  return (text ?? '').slice(0, 400).replace(/\s+/g, ' ').trim();
}
