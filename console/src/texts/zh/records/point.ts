export const point = {
  lat: '纬度',
  lon: '经度',
};
