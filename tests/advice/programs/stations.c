/* stations.c: finds the warmest station near each of several places, among stations of 104 bytes.
 *
 * Defect: warmest() uses the two coordinates and the mean of a station, 24 of its 104 bytes.
 * Expert: struct station has fields that warmest() does not use: north, east and mean in an array of their own.
 * Remedy: with REPAIRED, a separate array contains north, east and mean.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

enum { STATIONS = 8000, PLACES = 10 };

struct point {
  double north, east, mean;
};

struct station {
  char name[48];
  long opened;
  double height;
#ifndef REPAIRED
  double north, east, mean;
#endif
  double highest, lowest;
};

static struct station stations[STATIONS];
#ifdef REPAIRED
static struct point points[STATIONS];
#else
#define points stations
#endif

static void read_stations(void) {
  for (int i = 0; i < STATIONS; i++) {
    snprintf(stations[i].name, sizeof stations[i].name, "station of the north-east with number %d", i);
    stations[i].opened = 1900 + i % 100;
    stations[i].highest = i % 40;
    points[i].north = i * 7 % 1000;
    points[i].east = i * 13 % 1000;
    points[i].mean = i % 23;
  }
}

static int warmest(double north, double east) {
  int best = 0;
  double most = -100;
  for (int i = 0; i < STATIONS; i++) {
    double dn = points[i].north - north, de = points[i].east - east;
    if (dn * dn + de * de < 90000 && points[i].mean > most) {
      most = points[i].mean;
      best = i;
    }
  }
  return best;
}

int main(void) {
  read_stations();
  long sum = 0;
  for (int place = 0; place < PLACES; place++) sum += stations[warmest(place * 100, 1000 - place * 90)].opened;
  printf("%ld\n", sum);
  return 0;
}
