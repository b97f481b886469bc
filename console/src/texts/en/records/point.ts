export const point = {
  lat: 'Latitude',
  lon: 'Longitude',
};
