// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Every privilege id. An id is keccak256 of "<area>.<NAME>"; the generator writes the same table for
/// TypeScript. A dApp's privilege manager holds the privileges of tenants, a tenant's those of its users. `_RO` is
/// the read-only twin: it opens reads at the servers and no call on the ledger.
library Privileges {
    // Users of a tenant, whatever the dApp.
    bytes32 internal constant USER_TENANT_ADMIN = keccak256("user.TENANT_ADMIN");
    bytes32 internal constant USER_TENANT_ADMIN_RO = keccak256("user.TENANT_ADMIN_RO");
    bytes32 internal constant USER_NODE_ACCOUNT = keccak256("user.NODE_ACCOUNT");
    bytes32 internal constant USER_BYPASS_MULTI_SIGNATURE = keccak256("user.BYPASS_MULTI_SIGNATURE");
    bytes32 internal constant USER_DAPP_USER = keccak256("user.DAPP_USER");
    bytes32 internal constant USER_DAPP_ADMIN = keccak256("user.DAPP_ADMIN");
    bytes32 internal constant USER_DAPP_ADMIN_RO = keccak256("user.DAPP_ADMIN_RO");
    bytes32 internal constant USER_BUSINESS_ADMIN = keccak256("user.BUSINESS_ADMIN");
    bytes32 internal constant USER_BUSINESS_ADMIN_RO = keccak256("user.BUSINESS_ADMIN_RO");
    bytes32 internal constant USER_TECHNICAL_ADMIN = keccak256("user.TECHNICAL_ADMIN");
    bytes32 internal constant USER_TECHNICAL_ADMIN_RO = keccak256("user.TECHNICAL_ADMIN_RO");

    // Platform: tenants and dApps.
    bytes32 internal constant PLATFORM_OPERATOR = keccak256("platform.OPERATOR");
    bytes32 internal constant PLATFORM_DAPP_OPERATOR = keccak256("platform.DAPP_OPERATOR");
    bytes32 internal constant PLATFORM_DAPP_DEPLOYER = keccak256("platform.DAPP_DEPLOYER");
    bytes32 internal constant PLATFORM_SETH_DISTRIBUTOR = keccak256("platform.SETH_DISTRIBUTOR");
    bytes32 internal constant PLATFORM_MANAGER_DAPP = keccak256("platform.MANAGER_DAPP");
    bytes32 internal constant PLATFORM_MANAGER_UPGRADE = keccak256("platform.MANAGER_UPGRADE");

    // Instruments: BACKOFFICE and WHITELIST for users, DAPP for dApps, the others for tenants.
    bytes32 internal constant INSTRUMENT_BACKOFFICE = keccak256("instrument.BACKOFFICE");
    bytes32 internal constant INSTRUMENT_BACKOFFICE_RO = keccak256("instrument.BACKOFFICE_RO");
    bytes32 internal constant INSTRUMENT_WHITELIST = keccak256("instrument.WHITELIST");
    bytes32 internal constant INSTRUMENT_OPERATOR = keccak256("instrument.OPERATOR");
    bytes32 internal constant INSTRUMENT_ISSUER = keccak256("instrument.ISSUER");
    bytes32 internal constant INSTRUMENT_DATA_PROVIDER = keccak256("instrument.DATA_PROVIDER");
    bytes32 internal constant INSTRUMENT_DATA_PROVIDER_TA = keccak256("instrument.DATA_PROVIDER_TA");
    bytes32 internal constant INSTRUMENT_DEPOSITARY = keccak256("instrument.DEPOSITARY");
    bytes32 internal constant INSTRUMENT_DAPP = keccak256("instrument.DAPP");
    bytes32 internal constant INSTRUMENT_PLATFORM_UPGRADE = keccak256("instrument.PLATFORM_UPGRADE");

    // Registries, for users.
    bytes32 internal constant REGISTRY_ISSUER_DOCUMENTATION = keccak256("registry.ISSUER_DOCUMENTATION");
    bytes32 internal constant REGISTRY_ISSUER_DOCUMENTATION_RO =
        keccak256("registry.ISSUER_DOCUMENTATION_RO");
    bytes32 internal constant REGISTRY_REGISTRAR_REGISTRATION = keccak256("registry.REGISTRAR_REGISTRATION");
    bytes32 internal constant REGISTRY_REGISTRAR_REGISTRATION_RO =
        keccak256("registry.REGISTRAR_REGISTRATION_RO");
    bytes32 internal constant REGISTRY_SHARED_POSITION_HANDLING =
        keccak256("registry.SHARED_POSITION_HANDLING");
    bytes32 internal constant REGISTRY_SHARED_POSITION_HANDLING_RO =
        keccak256("registry.SHARED_POSITION_HANDLING_RO");
    bytes32 internal constant REGISTRY_TA_CONTROLLER_SHARED_ONRAMPING =
        keccak256("registry.TA_CONTROLLER_SHARED_ONRAMPING");
    bytes32 internal constant REGISTRY_TA_CONTROLLER_SHARED_ONRAMPING_RO =
        keccak256("registry.TA_CONTROLLER_SHARED_ONRAMPING_RO");

    // Registries, for tenants.
    bytes32 internal constant REGISTRY_OPERATOR = keccak256("registry.OPERATOR");
    bytes32 internal constant REGISTRY_REGISTRAR = keccak256("registry.REGISTRAR");
    bytes32 internal constant REGISTRY_ISSUER = keccak256("registry.ISSUER");
    bytes32 internal constant REGISTRY_INVESTOR = keccak256("registry.INVESTOR");
    bytes32 internal constant REGISTRY_CUSTODIAN = keccak256("registry.CUSTODIAN");
    bytes32 internal constant REGISTRY_ONRAMPER = keccak256("registry.ONRAMPER");
    bytes32 internal constant REGISTRY_DEPOSITARY = keccak256("registry.DEPOSITARY");
    bytes32 internal constant REGISTRY_PLATFORM_UPGRADE = keccak256("registry.PLATFORM_UPGRADE");

    // Registries, for dApps.
    bytes32 internal constant REGISTRY_ASPECT_INSTRUMENT = keccak256("registry.ASPECT_INSTRUMENT");
    bytes32 internal constant REGISTRY_INSTRUMENT_DAPP = keccak256("registry.INSTRUMENT_DAPP");
    bytes32 internal constant REGISTRY_EARMARK_PROTOCOL_DAPP = keccak256("registry.EARMARK_PROTOCOL_DAPP");

    // Deliveries: BACKOFFICE and TX_COORDINATOR for users, the others for tenants.
    bytes32 internal constant DELIVERY_BACKOFFICE = keccak256("delivery.BACKOFFICE");
    bytes32 internal constant DELIVERY_BACKOFFICE_RO = keccak256("delivery.BACKOFFICE_RO");
    bytes32 internal constant DELIVERY_TX_COORDINATOR = keccak256("delivery.TX_COORDINATOR");
    bytes32 internal constant DELIVERY_TX_COORDINATOR_RO = keccak256("delivery.TX_COORDINATOR_RO");
    bytes32 internal constant DELIVERY_OPERATOR = keccak256("delivery.OPERATOR");
    bytes32 internal constant DELIVERY_PLATFORM_UPGRADE = keccak256("delivery.PLATFORM_UPGRADE");

    // Documents: BACKOFFICE for users, the others for tenants.
    bytes32 internal constant DOCUMENT_BACKOFFICE = keccak256("document.BACKOFFICE");
    bytes32 internal constant DOCUMENT_BACKOFFICE_RO = keccak256("document.BACKOFFICE_RO");
    bytes32 internal constant DOCUMENT_OPERATOR = keccak256("document.OPERATOR");
    bytes32 internal constant DOCUMENT_OWNER = keccak256("document.OWNER");

    // Asset accounts.
    bytes32 internal constant ACCOUNT_READ = keccak256("account.READ");
}
