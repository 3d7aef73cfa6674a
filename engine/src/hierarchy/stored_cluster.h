// stored_cluster.h: what does a file say about one cluster? docs/file-format.md describes it byte by byte.
#ifndef WENDI_STORED_CLUSTER_H
#define WENDI_STORED_CLUSTER_H
#include "core/base.h"
#include "core/file_order.h"

typedef struct wendi_stored_cluster { // of the directory
    uint64_t matrix;                  // first byte in the section of matrices
    uint64_t checksum;
    uint32_t count; // nodes
    uint32_t label; // level 1: component of all nodes; if there are several, the index of its first label
    uint16_t shift;
    uint16_t parted; // 1: its nodes have several components inside the cluster
    uint32_t zero;
} wendi_stored_cluster;
_Static_assert(sizeof(wendi_stored_cluster) == 32, "layout of the file");
static const wendi_layout wendi_stored_cluster_layout = {32, {{2, 8}, {2, 4}, {2, 2}, {1, 4}}};
#endif
